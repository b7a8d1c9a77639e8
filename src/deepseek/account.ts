import type { Profile } from './profile.ts'

/** `GET /models`: since 2026 with limits, modalities and effort levels, before that the ids alone (facts/deepseek.md section 1.1). */
export function listModels({ name, listed, models }: Profile): object {
  const data = listed.map((id) => {
    const head = { id, object: 'model', owned_by: 'deepseek' }
    const model = models[id]
    if (!model || name !== '2026-11') return head
    return {
      ...head,
      name: id,
      context_window: model.contextWindow,
      max_output_tokens: model.maxOutput,
      input_modalities: model.vision ? ['text', 'image'] : ['text'],
      output_modalities: ['text'],
      effort: { supported_levels: ['low', 'high', 'max'], default_level: 'high' },
      api_capabilities: {},
    }
  })
  return { object: 'list', data }
}

/** `GET /user/balance`: the amounts are strings (facts/deepseek.md section 1.1). */
export function balance(): object {
  const amounts = { total_balance: '110.00', granted_balance: '10.00', topped_up_balance: '100.00' }
  return { is_available: true, balance_infos: [{ currency: 'USD', ...amounts }] }
}
