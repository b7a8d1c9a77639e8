// The files to run and the environment are given on the command line.
module.exports = { rootDir: '..', setupFilesAfterEnv: ['opencode-testing/jest'], transform: {} }
