export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isField = (node: Node): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement

const sentOption = ({ options }: HTMLSelectElement) =>
  [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0]

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

/** Whether a field was changed since the server sent it. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return field.value !== sentOption(field)?.value
  }
  if (isTick(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

/** Resets a field to what the server sent. */
function reset(field: Field): void {
  if (field instanceof HTMLSelectElement) field.value = sentOption(field)?.value ?? ''
  else if (isTick(field)) field.checked = field.defaultChecked
  else field.value = field.defaultValue
}

/** Resets the fields to what the server sent, which React expects. Returns a function that makes the changes again, as a person would. */
export function takeBack(element: HTMLElement): () => void {
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

/** Sets a field's value past React, which would otherwise take it for its own change. */
function type(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
