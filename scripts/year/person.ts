import { PlainBrowser } from '../../test/harness/plain-browser'

/** An answer that someone got. */
export interface Seen {
  who: Person
  what: string
  status: number
  text: string
}

/** What became of a request: its status, or 0 if no answer came. */
export interface Outcome {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: as `Response.json()` has it
  body: any
}

/** Someone with a browser without scripts, each of whose answers is looked at. */
export class Person extends PlainBrowser {
  constructor(
    url: string,
    readonly name: string,
    readonly role: 'family' | 'office' | 'instructor',
    /** The names that only this person, the office and instructors may read. */
    public names: string[],
    readonly look: (seen: Seen) => void,
  ) {
    super(url)
  }

  id = ''

  /** Takes over the cookie of a session, `name=value`. */
  signIn(cookie: string): void {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    this.cookies.set(name, value)
  }

  override async ask(at: string, init: RequestInit = {}): Promise<Response> {
    const answer = await super.ask(at, init)
    const kind = answer.headers.get('Content-Type') ?? ''
    const text = /text|json|calendar|csv/.test(kind) ? await answer.clone().text() : ''
    this.look({ who: this, what: `${init.method ?? 'GET'} ${at}`, status: answer.status, text })
    return answer
  }

  /** Reads a call. @throws Error if it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: as `Response.json()` has it
  async read(at: string): Promise<any> {
    const { status, body } = await this.call('GET', at)
    if (status !== 200) throw new Error(`${this.name}: ${at} answered ${status} ${JSON.stringify(body).slice(0, 200)}`)
    return body
  }

  /** Makes a call that changes something. */
  async change(method: string, at: string, body?: object): Promise<Outcome> {
    return this.call(method, at, body)
  }
}
