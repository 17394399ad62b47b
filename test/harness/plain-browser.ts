export interface Page {
  /** The status of the last answer, after redirects. */
  status: number
  path: string
  html: string
  /** The visible text, on one line. */
  text: string
}

interface Sending {
  /** The text of the button to press, or its name for screen readers. */
  press: string | RegExp
  fill?: Record<string, string>
  /** Wraps the submission alone: redirects are followed after it. */
  around?: <T>(send: () => Promise<T>) => Promise<T>
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' }
export const decode = (text: string): string => text.replace(/&([#\w]+);/g, (whole, name) => ENTITIES[name] ?? whole)
const isSame = (shown: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? shown === wanted : wanted.test(shown)

/** Returns the visible text of a page. */
export const textOf = (html: string): string =>
  decode(html.replace(/<(script|style|template|title)\b[^>]*>.*?<\/\1>/gs, ' ').replace(/<!--.*?-->/gs, ''))
    .replace(/<(?:span|strong|em|b|a|code)\b[^>]*>|<\/(?:span|strong|em|b|a|code)>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')

/** Returns the value of an attribute; null if the tag has none. */
function attribute(tag: string, name: string): string | null {
  const [, value] = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`, 'i').exec(tag) ?? []
  return value === undefined ? (new RegExp(`\\s${name}(?=[\\s/>])`, 'i').test(tag) ? '' : null) : decode(value)
}

/** Returns the fields of a form as it stands. */
function fieldsOf(form: string): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name')
    const tick = /checkbox|radio/.test(attribute(tag, 'type') ?? '')
    if (name && (!tick || attribute(tag, 'checked') !== null)) {
      fields.append(name, attribute(tag, 'value') ?? (tick ? 'on' : ''))
    }
  }
  for (const [, tag = '', inside = ''] of form.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gs)) {
    const options = [...inside.matchAll(/(<option\b[^>]*>)/g)].map(([option]) => option)
    const chosen = options.find((option) => attribute(option, 'selected') !== null) ?? options[0]
    if (chosen) fields.append(attribute(tag, 'name') ?? '', attribute(chosen, 'value') ?? '')
  }
  for (const [, tag = '', inside = ''] of form.matchAll(/(<textarea\b[^>]*>)(.*?)<\/textarea>/gs)) {
    fields.append(attribute(tag, 'name') ?? '', decode(inside))
  }
  return fields
}

/** A browser without scripts: it stores cookies, follows redirects, and submits the forms of a page. */
export class PlainBrowser {
  readonly cookies = new Map<string, string>()

  /** @param session the cookie of a session, as `name=value`. */
  constructor(
    readonly url: string,
    session = '',
  ) {
    if (session) this.#keep(session)
  }

  /** The value of the Cookie header. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ')
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0/.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Signs in, or registers, by the API. @throws Error if it is refused. */
  async enter(at: '/api/login' | '/api/register', person: object): Promise<this> {
    const { status, body } = await this.call('POST', at, person)
    if (status >= 300 || !this.cookies.has('__session')) {
      throw new Error(`${at} did not sign in: ${status} ${JSON.stringify(body)}`)
    }
    return this
  }

  async ask(at: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, Cookie: this.cookie }
    const answer = await fetch(new URL(at, this.url), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  /** Makes a call, as a program does. */
  // biome-ignore lint/suspicious/noExplicitAny: as `Response.json()` has it
  async call(method: string, at: string, body?: unknown): Promise<{ status: number; body: any }> {
    const sent =
      body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await this.ask(at, { method, ...sent })
    const text = await answer.text()
    return {
      status: answer.status,
      body: answer.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text,
    }
  }

  async open(at: string): Promise<Page> {
    return this.#follow(at, await this.ask(at))
  }

  /** Opens a page, fills in the form that has the button, and presses it. @throws Error if there is no such button. */
  async send(at: string, { press, fill = {}, around = (send) => send() }: Sending): Promise<Page> {
    const { html, path } = await this.open(at)
    for (const [form] of html.matchAll(/<form\b.*?<\/form>/gs)) {
      const [tag = ''] = /<form\b[^>]*>/.exec(form) ?? []
      // In a table the fields are outside their form, and refer to it by ID.
      const beside = [...html.matchAll(/<(?:input|button)\b[^>]*>(?:[^<]*<\/button>)?/g)]
        .map(([part]) => part)
        .filter((part) => attribute(part, 'form') !== null && attribute(part, 'form') === attribute(tag, 'id'))
      const whole = form + beside.join('')
      const button = [...whole.matchAll(/(<button\b[^>]*>)(.*?)<\/button>/gs)].find(
        ([, open = '', inside = '']) =>
          isSame(textOf(inside).trim(), press) || isSame(attribute(open, 'aria-label') ?? '', press),
      )?.[1]
      if (!button) continue
      const fields = fieldsOf(whole)
      for (const [name, value] of Object.entries(fill)) fields.set(name, value)
      const name = attribute(button, 'name')
      if (name) fields.set(name, attribute(button, 'value') ?? '')
      const to = attribute(button, 'formaction') ?? attribute(tag, 'action') ?? path
      if (attribute(tag, 'method')?.toLowerCase() !== 'post') return this.open(`${to.split('?')[0]}?${fields}`)
      return this.#follow(to, await around(() => this.ask(to, { method: 'POST', body: fields })))
    }
    throw new Error(`${at} has no button ${press}: ${textOf(html).slice(0, 600)}`)
  }

  async #follow(at: string, first: Response): Promise<Page> {
    let [path, answer] = [at, first]
    for (let led = 0; led < 8 && answer.status >= 300 && answer.status < 400; led++) {
      const next = new URL(answer.headers.get('Location') ?? '/', new URL(path, this.url))
      path = next.pathname + next.search
      answer = await this.ask(path)
    }
    const html = await answer.text()
    return { status: answer.status, path, html, text: textOf(html) }
  }
}
