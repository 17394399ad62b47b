/** What families are asked to sign. */
export interface Waiver {
  id: number
  number: number
  title: string
  text: string
}

/** A part of the text: `# Heading` is a line of its own, an empty line ends a paragraph. */
export interface TextBlock {
  kind: 'heading' | 'paragraph'
  text: string
}

const HEADING = /^#+\s*(?=\S)/

export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length) blocks.push({ kind: 'paragraph', text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line && !HEADING.test(line)) {
      lines.push(line)
      continue
    }
    endParagraph()
    if (line) blocks.push({ kind: 'heading', text: line.replace(HEADING, '') })
  }
  endParagraph()
  return blocks
}

/** `Mia`, `Mia and Leo`, `Mia, Leo and Ada`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
