/** The input of a tool that runs programs. */
export interface CodeInput {
  readonly code: string
}

type Validated = { readonly value: CodeInput } | { readonly issues: readonly { readonly message: string }[] }

type JsonSchema = { [keyword: string]: unknown }

/** A Standard Schema that can be written as JSON Schema: what the AI SDK takes without a class of its own. */
export interface CodeSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => Validated
    readonly types?: { readonly input: CodeInput; readonly output: CodeInput }
    readonly jsonSchema: { readonly input: () => JsonSchema; readonly output: () => JsonSchema }
  }
}

const jsonSchema = (): JsonSchema => ({
  type: 'object',
  properties: { code: { type: 'string', description: 'The body of an async function, in TypeScript.' } },
  required: ['code'],
  additionalProperties: false,
})

/** The schema of `{ code }`. */
export const CODE_SCHEMA: CodeSchema = {
  '~standard': {
    version: 1,
    vendor: 'opencode-testing',
    validate: (value) =>
      isCodeInput(value)
        ? { value: { code: value.code } }
        : { issues: [{ message: 'expected an object with a string `code`' }] },
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  },
}

const isCodeInput = (value: unknown): value is CodeInput =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
