import type { FakeRequest, FakeResponse } from '../http/fake-handler.ts'
import { jsonResponse } from '../http/json-response.ts'
import { checkAuth } from './check-auth.ts'
import type { DeepSeekSettings } from './deepseek-settings.ts'
import { errorResponse } from './error-response.ts'

/** `GET /models`: since 2026 with limits, modalities and effort levels, before that the ids alone (facts/deepseek.md section 1.1). */
export function listModels({ profile, apiKey }: DeepSeekSettings, request: FakeRequest): FakeResponse {
  const refused = checkAuth(request, apiKey)
  if (refused) return errorResponse(refused)
  const data = profile.listed.map((id) => {
    const head = { id, object: 'model', owned_by: 'deepseek' }
    const model = profile.models[id]
    if (!model || profile.name !== '2026-11') return head
    return {
      ...head,
      name: id,
      context_window: model.contextWindow,
      max_output_tokens: model.maxOutput,
      input_modalities: id === 'deepseek-flash' ? ['text', 'image'] : ['text'],
      output_modalities: ['text'],
      effort: { supported_levels: ['low', 'high', 'max'], default_level: 'high' },
      api_capabilities: {},
    }
  })
  return jsonResponse({ object: 'list', data })
}

/** `GET /user/balance`: the amounts are strings (facts/deepseek.md section 1.1). */
export function balance({ apiKey }: DeepSeekSettings, request: FakeRequest): FakeResponse {
  const refused = checkAuth(request, apiKey)
  if (refused) return errorResponse(refused)
  const amounts = { total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' }
  return jsonResponse({ is_available: true, balance_infos: [{ currency: 'USD', ...amounts }] })
}
