import 'opencode-testing/jest'

// The global of @types/jest.
const global: jest.Expect = expect
export { global as expect }
