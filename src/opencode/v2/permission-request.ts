import type { FlatPermissionRequest } from '../flat/permission-desk.ts'

/** A request as `permission.asked` and the lists show it (facts/opencode-2x.md section 3). */
export const toPermission = ({ source, ...request }: FlatPermissionRequest): Readonly<Record<string, unknown>> => ({
  ...request,
  ...(source && { source: { type: 'tool', messageID: source.messageID, id: source.callID } }),
})
