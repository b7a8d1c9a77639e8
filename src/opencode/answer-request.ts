import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { recordRequest, type RequestRecord } from '../http/request-record.ts'
import { redactCredentials } from './redact-credentials.ts'
import type { ServerCore } from './server-core.ts'

/** Records a request before anything else, then gives what a rule of `fail()` says, else the dialect's answer. */
export async function answerRequest(
  core: ServerCore,
  request: FakeRequest,
  answer: (record: RequestRecord) => FakeResponse | Promise<FakeResponse>,
): Promise<FakeResponse> {
  const record = redactCredentials(recordRequest(request))
  core.addRequest(record)
  const failure = core.failures.take(record.method, record.path)
  return failure ? failure() : answer(record)
}
