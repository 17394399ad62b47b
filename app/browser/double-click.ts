/** The time and the distance within which two presses are a double click. */
const MS = 500
const PX = 8

/** What a press hits: of a button or a link with its contents, the whole. */
const thingAt = (target: EventTarget | null) =>
  (target as Element).closest?.('a, button, label, summary, select, input, textarea') ?? (target as Element)

/** An answer may have replaced a thing by its like. */
const nameOf = (thing: Element | null) => thing?.ariaLabel ?? thing?.textContent

/**
 * Ignores the second click of a double one if the first has moved something else under the pointer: closing a dialog, or
 * changing the rows of a list. Nobody has meant that.
 */
export function watchDoubleClicks(): void {
  let last = { at: 0, x: 0, y: 0, thing: null as Element | null }
  let fellThrough = false
  document.addEventListener(
    'pointerdown',
    ({ timeStamp: at, clientX: x, clientY: y, target }) => {
      const thing = thingAt(target)
      const again = at - last.at < MS && Math.hypot(x - last.x, y - last.y) < PX
      fellThrough = again && thing !== last.thing && nameOf(thing) !== nameOf(last.thing)
      // A third press of the same series is compared with the first, too.
      last = { at, x, y, thing: fellThrough ? last.thing : thing }
    },
    { capture: true },
  )
  document.addEventListener(
    'click',
    (event) => {
      // A key and a label press without a pointer.
      if (!fellThrough || event.detail === 0) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
