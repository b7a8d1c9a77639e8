// The files to run, the pool and the environment are given on the command line.
export default { test: { setupFiles: ['opencode-testing/vitest'], include: ['suite/**/*.test.mjs'] } }
