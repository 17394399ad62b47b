import type pg from 'pg'
import { openSession } from '../../test/harness/sample-school'
import { CARD, PASSWORD } from './values'

export const ROLES = ['nobody', 'rider', 'family', 'admin'] as const
export type Role = (typeof ROLES)[number]

const ACCOUNTS = { rider: 'rider@stirrup.example', family: 'new@stirrup.example', admin: 'admin@stirrup.example' }

export interface Visitor {
  cookie: string
  /** The form token that belongs to the cookie. */
  token: string
}

/** The users who send the inputs. Inputs sign out, change passwords and block accounts, so sessions are checked and renewed. */
export class Visitors {
  readonly #url: string
  readonly #db: pg.Client
  readonly #visitors = new Map<Role, Visitor>()
  readonly #secrets: Set<string>
  checks = 0
  signedIn = 0

  /** @param secrets gets what must not be in any log line. */
  constructor(url: string, db: pg.Client, secrets: Set<string>) {
    this.#url = url
    this.#db = db
    this.#secrets = secrets
    secrets.add(PASSWORD).add(CARD)
  }

  of(role: Role): Visitor {
    return this.#visitors.get(role) ?? { cookie: '', token: '' }
  }

  /** Signs in everyone who is not. A rider or family whose account inputs have broken is replaced by another. */
  async refresh(): Promise<void> {
    for (const role of ROLES) {
      if (role === 'nobody' && this.#visitors.has(role)) continue
      this.checks++
      if (role !== 'nobody' && (await this.#isSignedIn(role))) this.signedIn++
      else this.#visitors.set(role, await this.#enter(role))
    }
  }

  async #isSignedIn(role: Role): Promise<boolean> {
    return this.#visitors.has(role) && (await this.#isGood(this.of(role).cookie))
  }

  async #isGood(cookie: string): Promise<boolean> {
    const { status } = await this.#fetch('/api/auth/user', { headers: { cookie } })
    return status === 200
  }

  async #enter(role: Role): Promise<Visitor> {
    const page = await this.#fetch('/auth')
    const [csrf = ''] = page.headers.getSetCookie()
    const token = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const session = role === 'nobody' ? undefined : await this.#session(role)
    const cookies = [csrf, session].filter((one) => one !== undefined).map((one) => one.split(';', 1)[0] ?? '')
    this.#secrets.add(token)
    for (const cookie of cookies) this.#secrets.add(decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)))
    return { cookie: cookies.join('; '), token }
  }

  async #session(role: Exclude<Role, 'nobody'>): Promise<string | undefined> {
    const { rows } = await this.#db.query('SELECT id FROM users WHERE email = $1', [ACCOUNTS[role]])
    const known = rows[0] && (await openSession(this.#db, rows[0].id))
    if (role === 'admin' || (known && (await this.#isGood(known)))) return known
    const names = { firstName: 'Fay', lastName: 'Fuzz', phone: '555 010 2030' }
    return this.#call('/api/register', { ...names, email: `${role}-${this.checks}@fuzz.example`, password: PASSWORD })
  }

  /** Returns the session's cookie, if the call set one. */
  async #call(path: string, body: unknown): Promise<string | undefined> {
    const answer = await this.#fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.headers.getSetCookie().find((line) => line.startsWith('__session='))
  }

  /** Fetches from separate addresses, so that rate limits are not shared with the inputs. */
  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, 'X-Forwarded-For': `192.0.2.${this.checks % 250}` }
    return fetch(this.#url + path, { ...init, headers, redirect: 'manual' })
  }
}
