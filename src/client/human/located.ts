/** The query that says which directory a location-scoped call is about. */
export const located = (directory: string | undefined): string =>
  directory === undefined ? '' : `?${encodeURIComponent('location[directory]')}=${encodeURIComponent(directory)}`
