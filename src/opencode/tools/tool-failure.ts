/** A tool that failed: its call ends with this message, and the model is told. */
export class ToolFailure extends Error {}
