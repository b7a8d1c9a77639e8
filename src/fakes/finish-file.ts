import { isStrict, resetConfiguration } from '../model/configure.ts'
import { resetNetwork } from '../network/reset-network.ts'
import { strictModeError } from './fake-report.ts'
import { endFile, reportsOfFile } from './open-fakes.ts'

/**
 * What every setup entry does after a test file: closes what is open and forgets what the file has set. Where workers are kept, the next
 * file finds the state that this one leaves. Throws StrictModeError, in strict mode, for what fakes of the file have left.
 */
export async function finishFile(): Promise<void> {
  const error = isStrict() ? strictModeError(reportsOfFile()) : undefined
  await endFile()
  resetNetwork()
  resetConfiguration()
  if (error) throw error
}
