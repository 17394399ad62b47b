import { randomBytes } from 'node:crypto'

/** A part of a page. A cached one is the same text on other pages too, so it is compressed once. */
export interface Piece {
  html: string
  isKept: boolean
}

/** Marks the place of a cached piece while a page is rendered. Nobody can forge it: it is random for each process and never sent. */
const MARK = randomBytes(16).toString('hex')

/**
 * Returns the placeholder that is rendered instead of cached piece `number`, so that React and all later steps handle a
 * word instead of its text.
 */
export const standIn = (number: number): string => `${MARK}${number}.`

/** Returns a rendered page with its placeholders replaced by the cached pieces. */
export function piecesOf(rendered: string, kept: readonly string[]): Piece[] {
  const [first = '', ...rest] = rendered.split(MARK)
  return [
    { html: first, isKept: false },
    ...rest.flatMap((text) => {
      const end = text.indexOf('.')
      const html = kept[Number(text.slice(0, end))] ?? ''
      return [
        { html, isKept: true },
        { html: text.slice(end + 1), isKept: false },
      ]
    }),
  ]
}

export const textOf = (page: readonly Piece[]): string => page.map(({ html }) => html).join('')
