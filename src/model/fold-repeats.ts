/** Blocks of lines, with those that equal the one before them replaced by one line that counts them, where that makes it shorter. */
export function foldRepeats(blocks: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const folded: (readonly string[])[] = []
  let index = 0
  while (index < blocks.length) {
    const block = blocks[index] ?? []
    const rest = blocks.slice(index + 1)
    const next = rest.findIndex((other) => other.join('\n') !== block.join('\n'))
    const more = next === -1 ? rest.length : next
    folded.push(block)
    if (more * block.length > 1) folded.push([`  … ${more} more like this …`])
    else if (more > 0) folded.push(...rest.slice(0, more))
    index += 1 + more
  }
  return folded
}
