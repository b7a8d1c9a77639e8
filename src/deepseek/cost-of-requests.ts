import { costOf } from '../model/price.ts'
import { usageTokens } from '../model/usage.ts'
import type { DeepSeekRequest } from './deepseek-record.ts'
import { modelOf, type Profile } from './profile.ts'

/** Which price the API bills: `'off-peak'` always, or by the `'clock'`, at the time the request came. */
export interface CostOptions {
  readonly tier?: 'off-peak' | 'clock'
}

/** USD of a request's answer by the profile's prices; 0 where it reported no usage. */
export function costOfRequest(
  { model = '', usage, time }: DeepSeekRequest,
  profile: Profile,
  { tier = 'off-peak' }: CostOptions,
): number {
  const prices = modelOf(profile, model)
  if (!prices || !usage) return 0
  const price = tier === 'clock' && isPeak(time) ? (prices.peakPrice ?? prices.price) : prices.price
  return costOf(usageTokens(usage), price)
}

/** Beijing's office hours: Monday to Friday, 01:00 to 04:00 and 06:00 to 10:00 UTC. Holidays are not known here (facts/deepseek.md section 1.3). */
function isPeak(at: number): boolean {
  const date = new Date(at)
  const hour = date.getUTCHours()
  const working = date.getUTCDay() >= 1 && date.getUTCDay() <= 5
  return working && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10))
}
