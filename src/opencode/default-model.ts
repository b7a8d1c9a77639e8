/** The model of sessions and prompts that name none. */
export const DEFAULT_MODEL: { readonly id: string; readonly providerID: string } = {
  id: 'fake-model',
  providerID: 'fake',
}
