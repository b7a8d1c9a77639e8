import { RunResult } from '../../model/run-result.ts'
import type { StructuredError } from '../../wire/flat/structured-error.ts'
import type { PermissionRule } from '../permission-rules.ts'
import type { ProjectFiles } from '../project-files.ts'
import type { ServerCore } from '../server-core.ts'
import type { Admission, Delivery, FlatPrompt } from './admission.ts'
import type { FlatDialect } from './dialect.ts'
import { FlatExecution } from './flat-execution.ts'
import type { FlatRun, FlatSession } from './flat-session.ts'
import type { Admittance } from './inbox.ts'
import { FlatPermissionDesk } from './permission-desk.ts'
import { FlatQuestionDesk } from './question-desk.ts'

/** What a machine works with. */
export interface MachineOptions {
  readonly core: ServerCore
  readonly dialect: FlatDialect
  readonly files: ProjectFiles
  /** What a session's agent may do; later rules count more. */
  readonly rulesOf: (session: FlatSession) => readonly PermissionRule[]
  /** Asks the model's questions. Default: a desk of questions; 2.x has forms. */
  readonly askQuestions?: FlatQuestionDesk['ask']
}

/** Plays scripts on the sessions of an API with flat messages, and tells what happens as its dialect spells it. */
export class FlatMachine {
  readonly core: ServerCore
  readonly dialect: FlatDialect
  readonly files: ProjectFiles
  readonly permissions: FlatPermissionDesk
  readonly questions: FlatQuestionDesk
  readonly rulesOf: MachineOptions['rulesOf']
  readonly askQuestions: FlatQuestionDesk['ask']

  constructor({ core, dialect, files, rulesOf, askQuestions }: MachineOptions) {
    this.core = core
    this.dialect = dialect
    this.files = files
    this.rulesOf = rulesOf
    this.permissions = new FlatPermissionDesk(core.ids, core.human, dialect)
    this.questions = new FlatQuestionDesk(core.ids, core.human)
    this.askQuestions = askQuestions ?? ((...asked) => this.questions.ask(...asked))
  }

  /**
   * Takes in a prompt. One that a client sends again, with its id and as it was, is known and admitted once. A new one is recorded, and
   * the session works on it unless `resume` is false.
   */
  prompt(session: FlatSession, sent: SentFlatPrompt): Admittance {
    const { id = this.core.ids.next('msg'), type, prompt, delivery, resume } = sent
    const admittance = session.inbox.admit(id, { prompt, delivery }, () => {
      const created = this.core.clock.now()
      const admission = { id, sessionID: session.id, ...(type && { type }), prompt, delivery, created, seq: -1 }
      // A compaction is no run of anybody's.
      const starts = resume && type !== 'compaction' && !(session.execution && session.running)
      if (starts) this.#startRun(session)
      const seq = session.send({ kind: 'prompt-admitted', prompt: admission }, created)
      return { ...admission, seq }
    })
    if (admittance.result !== 'admitted') return admittance
    if (type === undefined) this.#record(session, admittance.admission.id, prompt)
    if (resume) this.#wake(session)
    return admittance
  }

  /** Lets a session work on what waits in its inbox, if something does. */
  resume(session: FlatSession): void {
    if (session.inbox.waiting.length === 0 || session.execution) return
    this.#startRun(session)
    this.#wake(session)
  }

  /** Stops what a session works on. Resolves when that is told: to whether there was anything. */
  async interrupt(session: FlatSession): Promise<boolean> {
    const { execution } = session
    execution?.interrupt()
    await execution?.done
    return execution !== undefined
  }

  /** What is said of a session's model, where the models are given and it is not among them. */
  unknownModel({ record: { model } }: FlatSession): StructuredError | undefined {
    const { models } = this.core.settings
    const name = `${model.providerID}/${model.id}`
    return !models || models.includes(name) ? undefined : this.dialect.unknownModel.error(name)
  }

  #record(session: FlatSession, promptID: string, { text, files = [], agents = [] }: FlatPrompt): void {
    const { agent, model } = session.record
    this.core.prompts.add({
      text,
      sessionID: session.id,
      promptID,
      agent,
      model: { providerID: model.providerID, modelID: model.id },
      parts: [{ type: 'text', text }, ...files, ...agents],
    })
  }

  #wake(session: FlatSession): void {
    this.core.missDeafStreams({ id: session.id, directory: session.record.directory })
    session.execution ??= new FlatExecution(this, session)
  }

  /** Opens the record of a run; the one before it in the same session is over. */
  #startRun(session: FlatSession): void {
    const last = session.runs.at(-1)
    if (last) last.session = session.record.info
    const run: FlatRun = { messageIDs: new Set(), events: [] }
    session.runs.push(run)
    session.running = true
    if (session.record.info.parentID === undefined) this.core.runs.add(() => toResult(session, run))
  }
}

/** A prompt as a client sends it. */
export interface SentFlatPrompt {
  readonly id?: string | undefined
  /** Where it is no prompt of a user. */
  readonly type?: Admission['type']
  readonly prompt: FlatPrompt
  readonly delivery: Delivery
  /** Whether the session works on it now; else it waits for the next. */
  readonly resume: boolean
}

function toResult(
  session: FlatSession,
  { messageIDs, events, session: info = session.record.info }: FlatRun,
): RunResult {
  const messages = session.messages.filter(({ id }) => messageIDs.has(id))
  return new RunResult({ session: info, messages, events })
}
