/** What a tool gave, as its part shows it. */
export interface ToolEnd {
  readonly output: string
  readonly title: string
  readonly metadata: Readonly<Record<string, unknown>>
}
