/** A point of a drawing, in units of the box. */
export type Point = readonly [x: number, y: number]
type Stroke = readonly Point[]

/** The box that a signature is drawn in. */
export const BOX = { width: 600, height: 200 }
export const MAX_POINTS = 900
const MAX_STROKES = 80
/** The most characters of a drawing; a point has at most eight. */
export const MAX_CHARACTERS = 8000

const POINT = /^(\d{1,3}),(\d{1,3})$/

/** Returns `12,40 13,42;80,10`: strokes of points. */
export const writeDrawing = (strokes: readonly Stroke[]): string =>
  strokes.map((stroke) => stroke.map(([x, y]) => `${x},${y}`).join(' ')).join(';')

/** Parses a drawing; null if it is not one: numbers within the box, not too many, and nothing else. */
export function readDrawing(text: string): Stroke[] | null {
  if (!text || text.length > MAX_CHARACTERS) return null
  const strokes: Stroke[] = []
  let count = 0
  for (const part of text.split(';')) {
    const stroke: Point[] = []
    for (const pair of part.split(' ')) {
      const [, x, y] = POINT.exec(pair) ?? []
      const point: Point = [Number(x), Number(y)]
      if (!(point[0] <= BOX.width && point[1] <= BOX.height)) return null
      stroke.push(point)
    }
    strokes.push(stroke)
    count += stroke.length
  }
  return count <= MAX_POINTS && strokes.length <= MAX_STROKES ? strokes : null
}

/** Returns the `d` of an SVG path. A stroke of one point is a dot. */
export const pathOf = (strokes: readonly Stroke[]): string =>
  strokes
    .map(([first = [0, 0], ...rest]) => `M${first.join(' ')}L${(rest.length ? rest : [first]).flat().join(' ')}`)
    .join('')
