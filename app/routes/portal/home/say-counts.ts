/** In the order in which a family reads them. */
const NOUNS = {
  lessons: 'lesson',
  privateLessons: 'private lesson',
  makeups: 'makeup lesson',
  hacks: 'hack',
  horseUse: 'horse use',
} as const

type Counts = Partial<Record<keyof typeof NOUNS, number>>

const countsOf = (counts: Counts) =>
  Object.entries(NOUNS).flatMap(([key, noun]) => {
    const count = counts[key as keyof typeof NOUNS] ?? 0
    return count > 0 ? [{ count, text: `${count} ${noun}${count === 1 || noun === 'horse use' ? '' : 's'}` }] : []
  })

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `4 lessons and 1 makeup lesson`; empty if there is nothing. */
export const sayContents = (counts: Counts): string => list.format(countsOf(counts).map(({ text }) => text))

/** `2 lessons in November aren't booked yet` */
export function sayBooking(counts: Counts, month: string): string {
  const total = countsOf(counts).reduce((sum, { count }) => sum + count, 0)
  return `${sayContents(counts)} in ${month} ${total === 1 ? "isn't" : "aren't"} booked yet`
}
