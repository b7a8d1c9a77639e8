import type { FakeResponse } from '../../http/fake-handler.ts'
import { tagged } from '../flat/http-errors.ts'

// The error bodies of opencode 2.x, as facts/opencode-2x.md section 4.1 lists them, beside those it shares with the preview.

/** What an id can name, with the tag of its 404 and the field that repeats the id. */
const NAMED = {
  Agent: 'agentID',
  Command: 'command',
  File: 'path',
  Form: 'id',
  Integration: 'integrationID',
  McpServer: 'server',
  Permission: 'requestID',
  Project: 'projectID',
  Provider: 'providerID',
  Session: 'sessionID',
  Shell: 'id',
  Skill: 'skill',
} as const

/** How the message of a 404 says what was not found, where it is not the tag. Only those of sessions, messages and skills are known. */
const WORDS: Readonly<Record<string, string>> = { McpServer: 'MCP server', Permission: 'Permission request' }

/** 404 for an id that names nothing. */
export const notFound = (what: keyof typeof NAMED, id: string): FakeResponse =>
  tagged(404, `${what}NotFoundError`, { [NAMED[what]]: id, message: `${WORDS[what] ?? what} not found: ${id}` })

/** 404 for a directory that is none. */
export const locationNotFound = (directory: string): FakeResponse =>
  tagged(404, 'LocationNotFoundError', { location: { directory }, message: `Location not found: ${directory}` })

/** 400 for an answer that does not fit its form. */
export const invalidAnswer = (id: string, message: string): FakeResponse =>
  tagged(400, 'FormInvalidAnswerError', { id, message })

/** 409 for an id that is taken. */
export const conflict = (message: string, resource: string): FakeResponse =>
  tagged(409, 'ConflictError', { message, resource })

/** 409 for a change of the history while work is under way. */
export const sessionBusy = (sessionID: string): FakeResponse =>
  tagged(409, 'SessionBusyError', { sessionID, message: `Session is busy: ${sessionID}` })

/** 409 for a form that was answered or cancelled before. */
export const alreadySettled = (id: string): FakeResponse =>
  tagged(409, 'FormAlreadySettledError', { id, message: `Form already settled: ${id}` })

/** 503 of what needs a provider that does not answer. */
export const unavailable = (message: string): FakeResponse => tagged(503, 'ServiceUnavailableError', { message })
