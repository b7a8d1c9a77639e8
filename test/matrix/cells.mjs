// Which combinations there are. A cell: { consumer, node, kind, … }; its name is what the table shows and what the command line filters.

const POOLS = ['forks', 'threads', 'vmThreads', 'vmForks']
const ENVIRONMENTS = ['node', 'jsdom', 'happy-dom']

/** What each runner says it supports; Vitest 5 and jsdom 31 need Node 22. */
const NODES = {
  'vitest-3': ['20', '22', '24', '26'],
  'vitest-4': ['20', '22', '24', '26'],
  'vitest-5': ['22', '24', '26'],
  'jest-29': ['20', '22', '24', '26'],
  'jest-30': ['20', '22', '24', '26'],
}
const newest = (consumer) => NODES[consumer].at(-1)

const vitestCell = (consumer, node, pool, environment, shared = false) => ({
  consumer,
  node,
  kind: 'vitest',
  pool,
  environment,
  shared,
  name: `${consumer} node-${node} ${pool} ${environment}${shared ? ' --no-isolate' : ''}`,
})
const jestCell = (consumer, node, format, environment) => ({
  consumer,
  node,
  kind: 'jest',
  format,
  environment,
  name: `${consumer} node-${node} ${format} ${environment}`,
})
/** A cell that has one folder of the suite of its own. */
const special = (consumer, node, kind) => ({ consumer, node, kind, name: `${consumer} node-${node} ${kind}` })
const typeCell = (consumer, program, compiler) => ({
  consumer,
  node: '24',
  kind: 'types',
  program,
  compiler,
  name: `${consumer} types ${program} ${compiler === 'typescript' ? 'typescript-7' : compiler}`,
})

const isVitest = (consumer) => consumer.startsWith('vitest')
const pairs = (list, others) => list.flatMap((one) => others.map((other) => [one, other]))

function vitestCells(consumer, node) {
  return [
    ...pairs(POOLS, ENVIRONMENTS).map(([pool, environment]) => vitestCell(consumer, node, pool, environment)),
    vitestCell(consumer, node, 'forks', 'node', true),
    special(consumer, node, 'msw'),
    special(consumer, node, 'must-fail'),
  ]
}

function jestCells(consumer, node) {
  const formats = pairs(['commonjs', 'modules'], ['node', 'jsdom'])
  return [
    ...formats.map(([format, environment]) => jestCell(consumer, node, format, environment)),
    special(consumer, node, 'must-fail'),
    special(consumer, node, 'explains'),
  ]
}

const typeCells = (consumer) => {
  const programs = isVitest(consumer) ? ['vitest'] : ['jest-globals', 'jest-ambient']
  return pairs(programs, ['typescript-5', 'typescript']).map(([program, compiler]) =>
    typeCell(consumer, program, compiler),
  )
}

const runners = Object.keys(NODES)
const pnpm = [
  vitestCell('vitest-4-pnpm', '24', 'forks', 'node'),
  vitestCell('vitest-4-pnpm', '24', 'vmThreads', 'jsdom'),
  jestCell('jest-30-pnpm', '24', 'commonjs', 'jsdom'),
  jestCell('jest-30-pnpm', '24', 'modules', 'node'),
  ...typeCells('vitest-4-pnpm'),
  ...typeCells('jest-30-pnpm'),
]

/** Every cell: what the README's table of versions claims. */
export const allCells = [
  ...runners.flatMap((consumer) =>
    NODES[consumer].flatMap((node) => (isVitest(consumer) ? vitestCells : jestCells)(consumer, node)),
  ),
  ...runners.flatMap(typeCells),
  ...pnpm,
]

/** A few that between them have each runner, Node, pool, environment and layout once. */
export const reducedCells = [
  vitestCell('vitest-3', '20', 'vmThreads', 'jsdom'),
  vitestCell('vitest-3', '26', 'forks', 'happy-dom'),
  vitestCell('vitest-3', '24', 'threads', 'jsdom'),
  vitestCell('vitest-4', '20', 'vmForks', 'node'),
  vitestCell('vitest-4', '24', 'vmThreads', 'happy-dom'),
  vitestCell('vitest-5', '22', 'forks', 'node', true),
  vitestCell('vitest-5', '24', 'threads', 'jsdom'),
  special('vitest-4', '20', 'msw'),
  special('vitest-5', '26', 'msw'),
  special('vitest-5', newest('vitest-5'), 'must-fail'),
  jestCell('jest-29', '20', 'commonjs', 'jsdom'),
  jestCell('jest-29', '22', 'modules', 'node'),
  jestCell('jest-30', '24', 'commonjs', 'node'),
  jestCell('jest-30', '26', 'modules', 'jsdom'),
  special('jest-30', '24', 'must-fail'),
  special('jest-29', '20', 'explains'),
  ...['vitest-3', 'vitest-4', 'vitest-5'].map((consumer) => typeCell(consumer, 'vitest', 'typescript')),
  typeCell('vitest-5', 'vitest', 'typescript-5'),
  typeCell('jest-29', 'jest-globals', 'typescript-5'),
  typeCell('jest-29', 'jest-ambient', 'typescript'),
  typeCell('jest-30', 'jest-globals', 'typescript'),
  typeCell('jest-30', 'jest-ambient', 'typescript-5'),
  jestCell('jest-30-pnpm', '24', 'modules', 'node'),
  typeCell('jest-30-pnpm', 'jest-globals', 'typescript'),
]
