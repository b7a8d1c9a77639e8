/** A number without exponent, as people write money: `2e-7` is `0.0000002`. JavaScript's own digits, nothing rounded. */
export function plainNumber(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`
}
