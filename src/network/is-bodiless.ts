/** True where HTTP sends no body, whatever the answer holds (RFC 9110 section 6.4.1, and the Fetch standard's null body statuses). */
export function isBodiless(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304
}
