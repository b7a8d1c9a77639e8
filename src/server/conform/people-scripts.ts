import { toolCall } from '../../model/tool-call.ts'
import type { Envelope } from '../../wire/envelope.ts'
import type { ConformClient } from './conform-client.ts'
import type { ConformScript } from './conform-script.ts'
import { calls, echo, text } from './script-pieces.ts'

const isAsked = ({ type }: Envelope): boolean => type === 'permission.asked' || type === 'question.asked'

/** A prompt, and what somebody does while the model works on it. */
const during = (
  name: string,
  script: Pick<ConformScript, 'turns' | 'asks'>,
  act: (client: ConformClient, session: string) => Promise<unknown>,
): ConformScript => ({
  name,
  ...script,
  async play(client) {
    const session = await client.createSession(name)
    // Together, so that the failure of either is the script's.
    await Promise.all([client.prompt(session, 'Go'), act(client, session)])
    await client.settled(session)
    await client.call('GET', `/session/${session}/message`)
  },
})

async function askedID(client: ConformClient): Promise<string> {
  return String((await client.waitFor('request', isAsked)).props['id'])
}

const question = { question: 'Which color?', header: 'Color', options: [{ label: 'Red', description: 'warm' }] }

/** The scripts in which a person answers, or aborts. */
export const peopleScripts = (): readonly ConformScript[] => [
  during('permission once', { asks: true, turns: [calls(echo('allowed')), text('ok')] }, async (client) =>
    client.call('POST', `/permission/${await askedID(client)}/reply`, { reply: 'once' }),
  ),
  during('permission rejected', { asks: true, turns: [calls(echo('rejected')), text('never')] }, async (client) =>
    client.call('POST', `/permission/${await askedID(client)}/reply`, { reply: 'reject' }),
  ),
  during(
    'permission rejected with a message',
    { asks: true, turns: [calls(echo('rejected')), text('I use ls.')] },
    async (client) =>
      client.call('POST', `/permission/${await askedID(client)}/reply`, { reply: 'reject', message: 'use ls' }),
  ),
  during(
    'a question',
    { turns: [calls(toolCall('question', { questions: [question] })), text('You chose.')] },
    async (client) => client.call('POST', `/question/${await askedID(client)}/reply`, { answers: [['Red']] }),
  ),
  during(
    'an abort in the middle of a text',
    { turns: [text('one two three four five six', { cut: { after: 2, how: 'hang' } })] },
    async (client, session) => {
      await client.waitFor(
        'second delta',
        ({ type, props }) => type === 'message.part.delta' && props['delta'] === 'three four ',
      )
      await client.call('POST', `/session/${session}/abort`)
    },
  ),
  during(
    'an abort in the middle of a tool',
    {
      turns: [
        calls(
          toolCall(
            'bash',
            { command: 'echo started; sleep 20', description: 'slow' },
            { output: 'started\n', delay: Infinity },
          ),
        ),
      ],
    },
    async (client, session) => {
      await client.waitFor('output', ({ props }) => JSON.stringify(props).includes(String.raw`"output":"started\n"`))
      await client.call('POST', `/session/${session}/abort`)
    },
  ),
]
