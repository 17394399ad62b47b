import type { Chance } from './chance'
import { NAMES, oddText } from './odd'
import type { Values } from './values'

export interface Field {
  name: string
  value: string
  /** The element or, for an input, its type. */
  type: string
  options?: string[]
}

export interface HtmlForm {
  action: string
  method: 'GET' | 'POST'
  isMultipart: boolean
  fields: Field[]
  /** The buttons, of which a browser sends one. */
  buttons: Field[]
}

/** Parses the forms of a page, as far as the fuzzer needs them: it knows the HTML of our own components. */
export function formsIn(html: string, page: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => {
    const form = attributesOf(attributes)
    const parts = [...inner.matchAll(/<input\b([^>]*)>|<(select|textarea|button)\b([^>]*)>(.*?)<\/\2>/gs)]
    const fields = parts.flatMap(([, input, element = 'input', text = '', content = '']) =>
      fieldOf(element, input ?? text, content),
    )
    return {
      action: form.action || page,
      method: form.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      isMultipart: form.enctype === 'multipart/form-data',
      fields: fields.filter(({ type }) => type !== 'button'),
      buttons: fields.filter(({ type }) => type === 'button'),
    }
  })
}

function fieldOf(element: string, text: string, content: string): Field[] {
  const { name, value = '', type = 'text', ...other } = attributesOf(text)
  if (!name) return []
  if (element === 'button') return [{ name, value, type: 'button' }]
  if (element === 'textarea') return [{ name, value: unescaped(content), type: element }]
  if (element !== 'select') {
    const isChoice = type === 'checkbox' || type === 'radio'
    return isChoice && !('checked' in other)
      ? [{ name, value: '', type, options: [value || 'on'] }]
      : [{ name, value, type }]
  }
  const options = [...content.matchAll(/<option\b([^>]*)>/g)].map(([, one = '']) => attributesOf(one))
  const chosen = options.find((one) => 'selected' in one) ?? options[0]
  return [{ name, value: chosen?.value ?? '', type: element, options: options.map((one) => one.value ?? '') }]
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|(\w+));/gi, (whole, hex?: string, name?: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (NAMED[name ?? ''] ?? whole),
  )

/** Fills in a form as a person would, then as an attacker. */
export function filledIn(
  chance: Chance,
  form: HtmlForm,
  values: Values,
  token: string | undefined,
): [string, string][] {
  const sent: [string, string][] = []
  for (const { name, value, type, options } of form.fields) {
    if (name === 'csrf') sent.push([name, token ?? value])
    else if (type === 'hidden') sent.push([name, value])
    else if (options) {
      if (type !== 'select') chance.in(0.4) && sent.push([name, options[0]!])
      else sent.push([name, chance.in(0.6) ? value : chance.pick(options.length ? options : [''])])
    } else sent.push([name, value && chance.in(0.5) ? value : values.textFor(chance, name)])
  }
  if (form.buttons.length > 0) {
    const { name, value } = chance.pick(form.buttons)
    sent.push([name, value])
  }
  for (let changes = chance.pick([0, 0, 1, 1, 2, 4]); changes > 0; changes--) changeField(chance, sent)
  return sent
}

function changeField(chance: Chance, sent: [string, string][]): void {
  const others = sent.map((_, at) => at).filter((at) => sent[at]![0] !== 'csrf')
  if (others.length === 0 || chance.in(0.15)) {
    sent.push([chance.pick(NAMES), oddText(chance)])
    return
  }
  const at = chance.pick(others)
  const [name] = sent[at]!
  const way = chance.weighted({ value: 6, lost: 1, twice: 1, renamed: 1, token: 0.3 })
  if (way === 'value') sent[at] = [name, oddText(chance)]
  else if (way === 'lost') sent.splice(at, 1)
  else if (way === 'twice') sent.push([name, oddText(chance)])
  else if (way === 'renamed')
    sent[at] = [chance.in(0.5) ? chance.pick(NAMES) : `${name}[0].${chance.pick(NAMES)}`, oddText(chance)]
  else
    sent.splice(
      Math.max(
        0,
        sent.findIndex(([one]) => one === 'csrf'),
      ),
      1,
      ['csrf', oddText(chance)],
    )
}

/** Encodes a form's body, and returns it with its content type. */
export function encoded(
  chance: Chance,
  fields: [string, string][],
  isMultipart: boolean,
): { type: string; body: Buffer } {
  if (!isMultipart && !chance.in(0.12)) {
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(String(new URLSearchParams(fields))) }
  }
  const boundary = `----fuzz${chance.below(1e9)}`
  const parts = fields.flatMap(([name, value]) => {
    const file = chance.in(0.15)
      ? `; filename="${chance.pick(['a.csv', '', '../../x', 'a\\"b'])}"\r\nContent-Type: text/csv`
      : ''
    const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n`, value, '\r\n']
  })
  const end = chance.in(0.9) ? `--${boundary}--\r\n` : ''
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.from(parts.join('') + end) }
}
