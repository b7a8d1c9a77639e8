// jest.config.cjs
module.exports = {
  setupFilesAfterEnv: ['opencode-testing/jest'],
}
