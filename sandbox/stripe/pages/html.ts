/** Markup that is safe to send: what `html` has escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Value = Html | Html[] | string | number | false | null | undefined

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Template tag: everything put in is escaped, except what `html` made itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + markupOf(values[index - 1]) + part))
}

function markupOf(value: Value): string {
  if (value instanceof Html) return value.markup
  if (Array.isArray(value)) return value.map(markupOf).join('')
  if (value === false || value === null || value === undefined) return ''
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}
