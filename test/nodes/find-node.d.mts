/** The path of a Node of this major version. */
export function findNode(major: string): string
