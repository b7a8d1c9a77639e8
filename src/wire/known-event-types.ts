/**
 * 1.18.33: its own OpenAPI document's, `server.heartbeat`, which that leaves out (facts/opencode-1x.md section 1), and `sync`, in which
 * `/global/event` wraps others. 1.15.13 and 1.3.2 have no type of their own (captures/1.15.13, captures/1.3.2).
 */
const OPENCODE_1 = `
  catalog.updated command.executed file.edited file.watcher.updated global.disposed installation.update-available
  installation.updated integration.connection.updated integration.updated lsp.updated mcp.browser.open.failed
  mcp.tools.changed message.part.delta message.part.removed message.part.updated message.removed message.updated
  models-dev.refreshed permission.asked permission.replied permission.v2.asked permission.v2.replied plugin.added
  project.directories.updated project.updated pty.created pty.deleted pty.exited pty.updated question.asked
  question.rejected question.replied question.v2.asked question.v2.rejected question.v2.replied reference.updated
  server.connected server.heartbeat server.instance.disposed session.compacted session.created session.deleted
  session.diff session.error session.idle session.next.agent.switched session.next.compaction.delta
  session.next.compaction.ended session.next.compaction.started session.next.context.updated
  session.next.model.switched session.next.moved session.next.prompt.admitted session.next.prompted
  session.next.reasoning.delta session.next.reasoning.ended session.next.reasoning.started session.next.retried
  session.next.revert.cleared session.next.revert.committed session.next.revert.staged session.next.shell.ended
  session.next.shell.started session.next.step.ended session.next.step.failed session.next.step.started
  session.next.synthetic session.next.text.delta session.next.text.ended session.next.text.started
  session.next.tool.called session.next.tool.failed session.next.tool.input.delta session.next.tool.input.ended
  session.next.tool.input.started session.next.tool.progress session.next.tool.success session.status session.updated
  sync todo.updated tui.command.execute tui.prompt.append tui.session.select tui.toast.show vcs.branch.updated
  workspace.failed workspace.ready workspace.status worktree.failed worktree.ready
`

/** Renamed since, or gone: `permission.updated` became `permission.asked`. The v1 types of @opencode-ai/sdk still have them. */
const OPENCODE_1_BEFORE = `
  lsp.client.diagnostics permission.updated
`

/**
 * 2.x, what 1.18.33 does not have: facts/opencode-2x.md section 3 and its schema, the names of its families (`shell.*`, `worktree.*`,
 * `persistent-pty.*`) as the published client types of 2.x spell them, and what the log adds (section 1.5).
 */
const OPENCODE_2 = `
  agent.updated command.updated config.updated credential.switched credential.updated filesystem.changed form.cancelled
  form.created form.replied location.shutdown log.synced mcp.resources.changed mcp.status.changed model.updated
  persistent-pty.added persistent-pty.removed plugin.updated provider.updated session.agent.selected
  session.compaction.delta session.compaction.ended session.compaction.failed session.compaction.started
  session.execution.failed session.execution.interrupted session.execution.started session.execution.succeeded
  session.forked session.inbox.cancelled session.inbox.delivered session.inbox.delivery.changed session.inbox.enqueued
  session.instructions.updated session.message.content.updated session.metadata.updated session.model.selected
  session.moved session.permissions session.reasoning.delta session.reasoning.ended session.reasoning.started
  session.renamed session.retry.scheduled session.revert.cleared session.revert.committed session.revert.staged
  session.shell.ended session.shell.started session.skill.activated session.step.ended session.step.failed
  session.step.started session.step.streamed session.synthetic session.text.delta session.text.ended
  session.text.started session.tool.called session.tool.failed session.tool.input.delta session.tool.input.ended
  session.tool.input.started session.tool.progress session.tool.success session.usage.recorded session.usage.updated
  session.viewed shell.created shell.deleted shell.exited skill.updated websearch.updated worktree.resolved
  worktree.updated
`

/** Spellings of 2.x betas (facts/opencode-1x-preview-api.md section 8). */
const OPENCODE_2_BETA = `
  session.execution.settled session.input.admitted session.input.promoted session.prompt.admitted
  session.prompt.promoted
`

/** Every event type that some version of opencode is known to send, without schema versions. */
export const KNOWN_EVENT_TYPES: ReadonlySet<string> = new Set(
  [OPENCODE_1, OPENCODE_1_BEFORE, OPENCODE_2, OPENCODE_2_BETA].join(' ').trim().split(/\s+/),
)
