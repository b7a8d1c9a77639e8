import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { addPrompt, recordPrompt } from '../add-prompt.ts'
import { isRecord } from '../../../model/checks.ts'
import { endOfWork } from '../end-of-work.ts'
import { sessionBusy, unexpected } from '../errors.ts'
import { modelOf } from '../model-of.ts'
import { fillTemplate } from '../../fill-template.ts'
import { agentFor, hasAgent, unknownAgent } from '../prompt-agent.ts'
import type { PromptModel } from '../prompt-body.ts'
import { readBody } from '../read-body.ts'
import { removeReverted } from '../revert.ts'
import type { Session } from '../session.ts'
import { ShellRun } from '../shell-run.ts'
import { unknownModel } from '../unknown-model.ts'
import type { V1Server } from '../v1-server.ts'
import { withSession } from '../with-session.ts'

/** Commands of the user: of the shell, and of opencode (facts/opencode-1x.md section 11). */
export const shellRoutes: readonly Route<V1Server>[] = [
  { method: 'POST', path: '/session/:sessionID/shell', answer: withSession(shell) },
  { method: 'POST', path: '/session/:sessionID/command', answer: withSession(command) },
  { method: 'POST', path: '/session/:sessionID/init', answer: withSession(init) },
]

async function shell(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const needed = { agent: 'string', command: 'string' } as const
  const read = readBody(request, server.core.ids, needed, { model: 'object', messageID: 'string' })
  if ('rejected' in read) return read.rejected
  const { agent, command: line, model, messageID } = read.body
  if (session.busy) return sessionBusy(session.id)
  removeReverted(session)
  if (!hasAgent(server, agent)) {
    session.setStatus({ type: 'busy' })
    session.sendRefusal(unknownAgent(server, agent))
    session.setStatus({ type: 'idle' })
    return unexpected(server.core.ids)
  }
  session.shell = new ShellRun(server, session, {
    command: line,
    agent: agent,
    model: isModel(model) ? model : modelOf(session),
    ...(messageID !== undefined && { messageID }),
  })
  const message = await session.shell.done
  return message ? jsonResponse(message) : unexpected(server.core.ids)
}

/** A command's template becomes a prompt; what it becomes is told after the idle. */
async function command(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const needed = { arguments: 'string', command: 'string' } as const
  const allowed = { agent: 'string', model: 'string', messageID: 'string', variant: 'string' } as const
  const read = readBody(request, server.core.ids, needed, allowed)
  if ('rejected' in read) return read.rejected
  const { command: name, arguments: args, agent, model, messageID, variant } = read.body
  return run(server, session, {
    name,
    args,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model: parseModel(model) }),
    ...(messageID !== undefined && { messageID }),
    ...(variant !== undefined && { variant }),
  })
}

/** The command `init`, with `true` for an answer. */
async function init(server: V1Server, session: Session, request: FakeRequest): Promise<FakeResponse> {
  const needed = { modelID: 'string', providerID: 'string', messageID: 'string' } as const
  const read = readBody(request, server.core.ids, needed)
  if ('rejected' in read) return read.rejected
  const { modelID, providerID, messageID } = read.body
  const model = { providerID, modelID }
  const answer = await run(server, session, { name: 'init', args: '', model, messageID })
  return answer.status === undefined || answer.status === 200 ? jsonResponse(true) : answer
}

interface Command {
  readonly name: string
  readonly args: string
  readonly agent?: string
  readonly model?: PromptModel
  readonly messageID?: string
  readonly variant?: string
}

async function run(server: V1Server, session: Session, { name, args, ...given }: Command): Promise<FakeResponse> {
  const { commands, ids } = server.core
  const known = commands.find(name)
  const fail = (message: string): FakeResponse => {
    session.sendRefusal({ name: 'UnknownError', data: { message } })
    return unexpected(ids)
  }
  if (!known) return fail(`Command not found: "${name}". Available commands: ${commands.names.join(', ')}`)
  const model = known.model === undefined ? (given.model ?? modelOf(session)) : parseModel(known.model)
  const missing = unknownModel(server, model)
  if (missing) return fail(String(missing.data['message']))
  const asked = known.agent ?? given.agent
  const agent = agentFor(server, asked)
  if (agent === undefined) return fail(String(unknownAgent(server, asked ?? '').data['message']))
  const text = fillTemplate(known.template, args)
  const { description = '' } = known
  const part = known.subtask
    ? { type: 'subtask', agent, description, command: name, model, prompt: text }
    : { type: 'text', text }
  const prompt = { ...given, agent, model, parts: [part], noReply: false }
  const gone = await endOfWork(server, session)
  if (gone) return gone
  addPrompt(server, session, prompt, { agent, promptID: recordPrompt(server, session, prompt) })
  const last = await server.loopOf(session).done
  if (!last) return unexpected(ids)
  session.send('command.executed', { name, arguments: args, messageID: last.info.id })
  return jsonResponse(last)
}

function parseModel(model: string): PromptModel {
  const [providerID = '', ...rest] = model.split('/')
  return { providerID, modelID: rest.join('/') }
}

const isModel = (model: unknown): model is PromptModel =>
  isRecord(model) && typeof model['providerID'] === 'string' && typeof model['modelID'] === 'string'
