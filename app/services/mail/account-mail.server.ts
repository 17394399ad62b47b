import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { magicLinkEmail } from '~/emails/account/magic-link'
import { passwordResetEmail } from '~/emails/account/password-reset'
import { testEmail } from '~/emails/account/test-email'
import type { Letter } from '~/emails/layout'
import { LINK_MINUTES, type LinkKind } from '~/models/people/accounts/links/auth-token.server'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { sendNow } from './email.server'
import { smtpServer } from './smtp'

const KNOWN_FOR_MS = 30_000
let known: { url: string; until: number; works: boolean } | undefined

/** Whether emails can be sent. It is checked without an address, so that the answer and its timing reveal nothing about accounts. */
export async function mailReachable(): Promise<boolean> {
  const { smtpUrl: url } = getEnv()
  if (!url) return false
  if (known?.url === url && known.until > now().getTime()) return known.works
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
  const transport = createTransport({ ...smtpServer(url), ...limits })
  const works = await transport.verify().catch(() => false)
  transport.close()
  known = { url, until: now().getTime() + KNOWN_FOR_MS, works }
  return works
}

/** Sends a link. Returns whether it went out; if not, the outbox tries again. */
export async function sendLink(
  kind: LinkKind,
  email: string,
  reader: Pick<Letter, 'readerName' | 'language'>,
  url: string,
): Promise<boolean> {
  const compose = kind === 'magic' ? magicLinkEmail : passwordResetEmail
  const content = compose({ ...letterheadOf(await getSchool()), ...reader, url, minutes: LINK_MINUTES[kind] })
  return sendNow({ ...content, to: email, dedupeKey: `${kind}-link:${randomUUID()}` })
}

const WHAT_WENT_WRONG: readonly [sign: RegExp, words: string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'There is no mail server of that name.'],
  [/ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|timeout/i, 'The mail server cannot be reached.'],
  [/certificate|SSL|TLS/i, 'The connection to the mail server is not secure.'],
  [/Invalid login|535|authenticat/i, 'The mail server does not take our name and password.'],
  [/sender|MAIL FROM/i, 'The mail server does not let us send from our address.'],
  [/recipient|RCPT/i, 'The mail server refused your address.'],
]

/** Sends an office user a test email, once. @throws Refused explaining what went wrong, with the server's reply. */
export async function sendTestEmail(to: string, readerName: string | null): Promise<void> {
  if (!getEnv().smtpUrl)
    throw new Refused('email_not_set_up', 'Email is not set up. Set the mail server under Settings, Mail.')
  const content = testEmail({ ...letterheadOf(await getSchool()), readerName })
  const dedupeKey = `test-email:${randomUUID()}`
  if (await sendNow({ ...content, to, dedupeKey })) return
  // Nobody is waiting for it anymore.
  const { lastError } = await prisma.outboxEmail.delete({ where: { dedupeKey } })
  const said = lastError ?? 'no answer'
  const words = WHAT_WENT_WRONG.find(([sign]) => sign.test(said))?.[1] ?? 'The mail server did not take the email.'
  throw new Refused('email_not_sent', `${words} It said: ${said}`)
}
