import { type ComponentType, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Field, isChanged, isTick, reset } from '../fields'
import type { Start } from '../islands'

/** React goes on with what the server rendered of a part, and with what was chosen there before React had come. */
export const startReact =
  <Props extends object>(Part: ComponentType<Props>): Start =>
  (element, props) => {
    const chooseAgain = takeBack(element)
    const Started = () => {
      // The part follows its fields from the render after this one.
      useEffect(() => void setTimeout(chooseAgain), [])
      return <Part {...(props as Props)} />
    }
    const root = hydrateRoot(element, <Started />)
    return () => root.unmount()
  }

/** Brings the fields back to what the server sent, which React expects. Returns what makes the changes again, as a person would. */
function takeBack(element: HTMLElement): () => void {
  const changed = [...element.querySelectorAll<Field>('input, select, textarea')].filter(isChanged)
  const choices = changed.map((field) => ({ field, value: field.value, ticked: isTick(field) && field.checked }))
  for (const field of changed) reset(field)
  return () => {
    for (const { field, value, ticked } of choices) {
      if (!isTick(field)) type(field, value)
      else if (field.checked !== ticked && (ticked || field.type === 'checkbox')) field.click()
    }
  }
}

/** React overlooks a value that was set by the element's own property: it counts as its own doing. */
function type(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
