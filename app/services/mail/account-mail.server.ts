import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { magicLinkEmail } from '~/emails/account/magic-link'
import { passwordResetEmail } from '~/emails/account/password-reset'
import { LINK_MINUTES, type LinkKind } from '~/models/accounts/links/auth-token.server'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { sendNow } from './email.server'
import { smtpServer } from './smtp'

const KNOWN_FOR_MS = 30_000
let known: { url: string; until: number; works: boolean } | undefined

/** Asked without an address, so that the answer and its timing tell nothing about accounts. */
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

/** Returns whether it went out; if not, the outbox tries again. */
export async function sendLink(
  kind: LinkKind,
  email: string,
  readerName: string | null,
  url: string,
): Promise<boolean> {
  const compose = kind === 'magic' ? magicLinkEmail : passwordResetEmail
  const content = compose({ ...letterheadOf(await getSchool()), readerName, url, minutes: LINK_MINUTES[kind] })
  return sendNow({ ...content, to: email, dedupeKey: `${kind}-link:${randomUUID()}` })
}
