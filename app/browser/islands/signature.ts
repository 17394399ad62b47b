import { BOX, MAX_POINTS, type Point, pathOf, readDrawing, writeDrawing } from '~/models/waivers/drawing'
import type { Start } from '../islands'

/** The least distance of a new point from the last one, in units of the box. */
const STEP = 4

const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)))

/** Draws a signature with a finger, a pen or a mouse, and sends it with the form as points. */
export const start: Start = (element) => {
  const [pad, line] = [element.querySelector('svg'), element.querySelector('path:last-of-type')]
  const [field, clear] = [element.querySelector('input'), element.querySelector('button')]
  if (!pad || !line || !field || !clear) return () => {}
  let strokes: Point[][] = (readDrawing(field.value) ?? []).map((stroke) => [...stroke])
  let pointer: number | null = null

  const show = () => {
    line.setAttribute('d', pathOf(strokes))
    field.value = writeDrawing(strokes)
    clear.hidden = strokes.length === 0
  }
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = pad.getBoundingClientRect()
    return [
      within(((clientX - left) / width) * BOX.width, BOX.width),
      within(((clientY - top) / height) * BOX.height, BOX.height),
    ]
  }
  const isFull = () => strokes.reduce((sum, stroke) => sum + stroke.length, 0) >= MAX_POINTS

  const down = (event: PointerEvent) => {
    if (pointer !== null || isFull() || event.button !== 0) return
    event.preventDefault()
    pointer = event.pointerId
    pad.setPointerCapture(pointer)
    strokes.push([pointOf(event)])
    show()
  }
  const move = (event: PointerEvent) => {
    const stroke = strokes.at(-1)
    const last = stroke?.at(-1)
    if (event.pointerId !== pointer || !stroke || !last || isFull()) return
    const point = pointOf(event)
    if (Math.hypot(point[0] - last[0], point[1] - last[1]) < STEP) return
    stroke.push(point)
    show()
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId === pointer) pointer = null
  }
  const empty = () => {
    strokes = []
    show()
  }

  show()
  pad.addEventListener('pointerdown', down)
  pad.addEventListener('pointermove', move)
  pad.addEventListener('pointerup', up)
  pad.addEventListener('pointercancel', up)
  clear.addEventListener('click', empty)
  return () => {
    pad.removeEventListener('pointerdown', down)
    pad.removeEventListener('pointermove', move)
    pad.removeEventListener('pointerup', up)
    pad.removeEventListener('pointercancel', up)
    clear.removeEventListener('click', empty)
  }
}
