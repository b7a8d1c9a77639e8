/** The labels an issue can get. */
export const labels = ['bug', 'feature', 'question', 'docs'] as const

/** One of the labels. */
export type Label = (typeof labels)[number]

/** The label that an answer names on a line of its own, such as `label: bug`; undefined when there is no such line. */
export function readLabel(answer: string): Label | undefined {
  const named = /^\s*label:\s*(\w+)\s*$/im.exec(answer)?.[1]?.toLowerCase()
  return labels.find((label) => label === named)
}
