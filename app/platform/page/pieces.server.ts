import { randomBytes } from 'node:crypto'

/** A stretch of a page. One that is kept is the same text on other pages too, so it is packed once. */
export interface Piece {
  html: string
  isKept: boolean
}

/** Stands for a kept piece while a page is rendered. Nobody can write it: it is drawn anew by each process and leaves none. */
const MARK = randomBytes(16).toString('hex')

/** What is rendered instead of the kept piece of that number, so that React and whoever works on the page pass by a word and not by its text. */
export const standIn = (number: number): string => `${MARK}${number}.`

/** A rendered page with the kept pieces in the places of their stand-ins. */
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
