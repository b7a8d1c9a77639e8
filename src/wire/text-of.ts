/** `value` if it is a text, else `otherwise`: a type says what is expected of a wire, not what it brings. */
export const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)
