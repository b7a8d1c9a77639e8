/** USD as people write it: a plain decimal without exponent and without the noise of binary fractions, `0.000020272`. */
export function formatUsd(usd: number): string {
  // Below a billionth of a cent a fixed number of decimals would read as nothing.
  const decimals = Math.abs(usd) >= 1e-10 || usd === 0 ? 12 : 20
  return usd.toFixed(decimals).replace(/\.?0+$/, '')
}
