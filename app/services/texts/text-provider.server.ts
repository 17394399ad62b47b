import { getEnv } from '~/platform/env.server'
import type { TextSandbox } from '../../../sandbox/texts'

/** A provider with an API like Twilio's. */
export interface TextProvider {
  accountSid: string
  authToken: string
  /** A number, or a messaging service (`MG…`). */
  from: string
  ask: (request: Request) => Promise<Response>
  /** The sandbox in demo mode; otherwise null. */
  sandbox: TextSandbox | null
}

const API = 'https://api.twilio.com'
const TIMEOUT_MS = 15_000

type Account = ReturnType<typeof getEnv>['texts']

// On globalThis, so that reloads in development keep the phones.
const holder = globalThis as { stirrupTexts?: { provider: TextProvider | null; madeOf: Account } }

/**
 * Returns the provider; null if the school sends no texts. It may differ from the last one, because the office can save
 * another account.
 */
export function textProvider(): TextProvider | null {
  const { texts } = getEnv()
  if (!holder.stirrupTexts || holder.stirrupTexts.madeOf !== texts) {
    holder.stirrupTexts = { provider: texts ? { ...texts, ask: fetch, sandbox: null } : null, madeOf: texts }
  }
  return holder.stirrupTexts.provider
}

/** Loaded on demand, so that production never reads the sandbox. */
export async function openTextsInDemo(): Promise<void> {
  if (textProvider() || getEnv().mode !== 'demo') return
  const { openTextSandbox } = await import('./sandbox-provider.server')
  setTextProvider(openTextSandbox())
}

export function setTextProvider(provider: TextProvider | null): void {
  holder.stirrupTexts = { provider, madeOf: getEnv().texts }
}

/** `unknown`: it may have been accepted. `later`: it was not, and may be sent again. `refused`: it never will be. */
export type Outcome =
  | { kind: 'sent'; sid: string }
  | { kind: 'later'; seconds: number }
  | { kind: 'refused'; code: number }
  | { kind: 'unknown' }

interface Message {
  to: string
  body: string
  /** The address where the provider reports the text's state. */
  statusUrl: string
  /** After this time the text is of no use. */
  until: Date | null
}

const request = ({ accountSid, authToken }: TextProvider, query: string, init: RequestInit = {}) =>
  new Request(`${API}/2010-04-01/Accounts/${accountSid}/Messages.json${query}`, {
    ...init,
    headers: { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })

/** Returns how long the provider may keep the text, within its limits: 1 second to 10 hours. */
const validity = (until: Date, at: Date) =>
  Math.min(36_000, Math.max(1, Math.floor((until.getTime() - at.getTime()) / 1000)))

/** Hands a text to the provider. Never throws. */
export async function handOver(
  provider: TextProvider,
  { to, body, statusUrl, until }: Message,
  at: Date,
): Promise<Outcome> {
  const { from } = provider
  const fields = new URLSearchParams({
    To: to,
    Body: body,
    [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    StatusCallback: statusUrl,
    ...(until && { ValidityPeriod: String(validity(until, at)) }),
  })
  try {
    const answer = await provider.ask(request(provider, '', { method: 'POST', body: fields }))
    const said = (await answer.json()) as { sid?: string; code?: number }
    if (answer.ok && said.sid) return { kind: 'sent', sid: said.sid }
    // The provider says that such a request was not processed.
    if (answer.status === 429) return { kind: 'later', seconds: Number(answer.headers.get('Retry-After')) || 60 }
    // The keys are wrong, which the office can fix.
    if (answer.status === 401 || answer.status === 403) return { kind: 'later', seconds: 15 * 60 }
    if (answer.status < 500) return { kind: 'refused', code: said.code ?? answer.status }
  } catch {
    // Lost, too late, or not JSON.
  }
  return { kind: 'unknown' }
}

/** Returns the provider's IDs of texts like this one since an instant; null if it does not answer. */
export async function textsLike(
  provider: TextProvider,
  { to, body, since }: { to: string; body: string; since: Date },
): Promise<string[] | null> {
  try {
    const answer = await provider.ask(request(provider, `?${new URLSearchParams({ To: to, PageSize: '50' })}`))
    if (!answer.ok) return null
    const { messages } = (await answer.json()) as { messages: { sid: string; body: string; date_created: string }[] }
    // The provider's clock may differ, and it stores whole seconds.
    const from = since.getTime() - 60_000
    return messages.filter((one) => one.body === body && Date.parse(one.date_created) >= from).map(({ sid }) => sid)
  } catch {
    return null
  }
}
