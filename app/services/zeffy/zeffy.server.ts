import { createHash, timingSafeEqual } from 'node:crypto'
import type { DonationLink } from '~/models/money/donations/donation.schema'
import { isStudent, UNKNOWN_STUDENT } from '~/models/money/donations/donation.server'
import { kindOf, problemOf, type ZeffyKindName } from '~/models/money/donations/zeffy-kinds.server'
import type { PlatformRecord } from '~/models/money/donations/zeffy-record'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { decimalOf } from '~/utils/money'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares the secret in constant time. */
export function hasSecret(request: Request, secret: string): boolean {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const given = request.headers.get('x-zeffy-secret') ?? bearer ?? ''
  return timingSafeEqual(digest(given), digest(secret))
}

function kindNamed(type: string): ZeffyKindName | null {
  if (/ticket/i.test(type)) return 'tickets'
  if (/donation|payment/i.test(type)) return 'donations'
  return /event/i.test(type) ? 'events' : null
}

const isRecord = (value: unknown): value is PlatformRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type NoticeAnswer =
  | { result: 'created' | 'updated' | 'unchanged'; kind: ZeffyKindName; id: string }
  | { result: 'ignored'; type: string }

/** The deepest nesting that is read; the platform's notices have three levels. */
const MAX_LEVELS = 5

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)))

/**
 * Saves `{ type, data: {…} }`, or the fields beside `type`. The same notice again changes nothing; an unknown type is
 * ignored. @throws Refused with the field that is not valid.
 */
export async function receiveNotice(body: PlatformRecord): Promise<NoticeAnswer> {
  if (isDeeperThan(body, MAX_LEVELS)) throw new Refused('invalid', 'The notice has too many levels')
  const { type, ...fields } = body
  if (typeof type !== 'string' || !type)
    throw new Refused('invalid', 'type is missing: donation, ticket or event', 'type')
  const name = kindNamed(type)
  if (!name) return { result: 'ignored', type: type.slice(0, 200) }
  const kind = kindOf(name)
  const parsed = kind.read(isRecord(body.data) ? body.data : fields, getEnv().schoolTimezone)
  if (!parsed.success) {
    const { field, message } = problemOf(parsed.error)
    throw new Refused('invalid', message, field)
  }
  const [saved] = await kind.save([parsed.data])
  const results = { new: 'created', changed: 'updated', unchanged: 'unchanged' } as const
  return { result: results[saved?.outcome ?? 'unchanged'], kind: name, id: kind.idOf(parsed.data) }
}

export const NO_FORM =
  'Donation links are not set up: the address of the donation form is missing under Settings, Donations.'

/** @throws Refused if the student is unknown, or (503) if no form is configured. */
export async function donationUrl({ amount, purpose, studentId }: DonationLink): Promise<string> {
  const form = getEnv().zeffyFormUrl
  if (!form) throw new Refused('not_set_up', NO_FORM)
  if (studentId && !(await isStudent(studentId))) throw new Refused('invalid', UNKNOWN_STUDENT, 'studentId')
  const url = new URL(form)
  if (amount !== undefined) url.searchParams.set('amount', decimalOf(amount))
  url.searchParams.set('purpose', purpose)
  if (studentId) url.searchParams.set('studentId', studentId)
  return url.href
}
