// The projects that install the packed tarball, each a runner of one major version with the clients of its day.

const clients = { '@opencode-ai/sdk': '^1.19.3', '@types/node': '^20.19.43', openai: '^6.49.0' }
const vitest = (version, others) => ({ ...clients, vitest: version, ...others })
const jest = (major) => ({
  ...clients,
  jest: `^${major}`,
  '@jest/globals': `^${major}`,
  '@types/jest': `^${major}`,
  'jest-environment-jsdom': `^${major}`,
})

/** Name to what it installs, and how. */
export const consumers = {
  'vitest-3': {
    dependencies: vitest('~3.2.7', { 'happy-dom': '^18', jsdom: '^26', msw: '^2' }),
  },
  'vitest-4': {
    dependencies: vitest('^4.1.12', { 'happy-dom': '^20', jsdom: '^27', msw: '^2' }),
  },
  'vitest-5': {
    dependencies: vitest('^5.1.2', {
      'happy-dom': '^21',
      jsdom: '^31',
      msw: '^3',
      openai: '^7.59.0',
      '@types/node': '^24',
    }),
  },
  'jest-29': { dependencies: jest(29) },
  'jest-30': { dependencies: jest(30) },
  'vitest-4-pnpm': {
    dependencies: vitest('^4.1.12', { 'happy-dom': '^20', jsdom: '^27', msw: '^2' }),
    pnpm: true,
  },
  'jest-30-pnpm': { dependencies: jest(30), pnpm: true },
  // For the type checks of all others.
  compilers: { dependencies: { 'typescript-5': 'npm:typescript@~5.9.3', typescript: '^7.0.2' } },
}
