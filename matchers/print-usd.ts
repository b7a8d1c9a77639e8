import { formatUsd } from '../src/model/format-usd.ts'

/** USD as the runner prints them, for its colours, but as people write them. */
export const printUsd = (usd: unknown, print: (value: unknown) => string): string =>
  typeof usd === 'number' ? print(usd).replace(String(usd), formatUsd(usd)) : print(usd)
