import 'opencode-testing/jest'

export { expect } from '@jest/globals'
