export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isField = (node: Node): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement

const sentOption = ({ options }: HTMLSelectElement) =>
  [...options].find(({ defaultSelected }) => defaultSelected) ?? options[0]

export const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

/** Whether somebody changed a field since the server sent it. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return field.value !== sentOption(field)?.value
  }
  if (isTick(field)) return field.checked !== field.defaultChecked
  return field.value !== field.defaultValue
}

/** Brings a field back to what the server sent. */
export function reset(field: Field): void {
  if (field instanceof HTMLSelectElement) field.value = sentOption(field)?.value ?? ''
  else if (isTick(field)) field.checked = field.defaultChecked
  else field.value = field.defaultValue
}
