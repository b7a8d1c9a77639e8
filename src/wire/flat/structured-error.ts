/**
 * An error as the preview API and 2.x write it. The preview always says 'unknown' (facts/opencode-1x-preview-api.md section 3); in 2.x
 * `type` is an open set (facts/opencode-2x.md section 4.2), and `status` the HTTP status of the model's provider.
 */
export interface StructuredError {
  readonly type: string
  readonly message: string
  readonly status?: number
  readonly response?: { readonly body: string }
}
