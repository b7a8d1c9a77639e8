import 'opencode-testing/vitest'

export { expect } from 'vitest'
