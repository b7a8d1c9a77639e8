import { dirname, resolve } from 'node:path/posix'

/**
 * How many words name what a command does, of the commands that are met most; one that is not here is named by its first word
 * (seen on a real server: `git status *`, `npm run build *`, `docker compose up *`).
 */
const words: Readonly<Record<string, number>> = {
  'bun run': 3,
  'bun x': 3,
  'cargo add': 3,
  'cargo run': 3,
  'docker compose': 3,
  'docker container': 3,
  'docker image': 3,
  'git config': 3,
  'git remote': 3,
  'git stash': 3,
  'npm exec': 3,
  'npm run': 3,
  'pnpm dlx': 3,
  'pnpm run': 3,
  'yarn run': 3,
  aws: 3,
  bun: 2,
  cargo: 2,
  docker: 2,
  gh: 3,
  git: 2,
  go: 2,
  kubectl: 2,
  make: 2,
  npm: 2,
  pip: 2,
  pnpm: 2,
  podman: 2,
  poetry: 2,
  python: 2,
  terraform: 2,
  yarn: 2,
}

/** One command of a line: quoted text belongs to it, also where it holds a separator. */
const single = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^'"\\;&|\n]|&(?=\d|>)|(?<=>)&)+/g

/** A command within another one. */
const substitution = /\$\(([^()]*)\)/g

/**
 * The commands of a shell line that need leave, in order: the parts of a pipe or a list, then those within them. A change of directory
 * needs none.
 */
export const commandsOf = (line: string): readonly string[] => partsOf(line).filter((text) => !/^cd\b/.test(text))

function partsOf(line: string): readonly string[] {
  const outer = (line.match(single) ?? []).map((text) => text.trim()).filter((text) => text !== '')
  const inner = outer.flatMap((text) => Array.from(text.matchAll(substitution), ([, within = '']) => within.trim()))
  return [...outer, ...inner]
}

/** The commands whose words are paths, as the real server takes them. */
const onPaths: ReadonlySet<string> = new Set(['cat', 'cd', 'chmod', 'chown', 'cp', 'mkdir', 'mv', 'rm', 'touch'])

/** The directories that the commands of a line name: that of a change of directory, and those of the files of some others. */
export function directoriesOf(line: string, directory: string): readonly string[] {
  return partsOf(line).flatMap((command) => {
    const [name = '', ...args] = command.split(/\s+/)
    if (!onPaths.has(name)) return []
    const paths = args
      .filter((word) => !word.startsWith('-') && !/[$`*]/.test(word))
      .map((word) => resolve(directory, word))
    return name === 'cd' ? paths : paths.map((path) => dirname(path))
  })
}

/** What "always" allows of a command: the words that name what it does, with anything behind (captures/1.18.33/11d-permission-always-legacy-route.json). */
export function allowedAlways(command: string): string {
  const parts = command.split(/\s+/).filter((part) => !/^\w+=/.test(part))
  const count = words[parts.slice(0, 2).join(' ')] ?? words[parts[0] ?? ''] ?? 1
  return `${parts.slice(0, count).join(' ')} *`
}
