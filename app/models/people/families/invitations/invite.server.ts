import { Prisma } from '~/generated/prisma/client'
import { mustBeBornBy } from '~/models/people/accounts/age'
import { isChildOf, isListed, LISTED } from '~/models/people/accounts/rider-of.server'
import { hashOf, newToken } from '~/models/people/accounts/token'
import { displayName, type Greeted } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { INVITATION_DAYS, type InvitedFamily, type InvitedState, RESEND_MS, stateOf } from './invitation'
import { mayEnter } from './may-enter'

type Row = Omit<InvitedFamily, 'name'> & { firstName: string | null; lastName: string | null } & Greeted

/**
 * Lists the families that never signed in or were invited, by name. A rider with a guardian is invited through the
 * guardian. An invitation to an address that was changed since does not count.
 */
async function listFamilies(db: Db = prisma): Promise<(Row & { name: string; state: InvitedState })[]> {
  const rows = await db.$queryRaw<Row[]>(Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.parent_name AS "parentName", u.language, u.email,
           (SELECT string_agg(r.first_name, ', ' ORDER BY r.first_name, r.id) FROM users r
            WHERE ${isChildOf('r', Prisma.sql`u.id`)}) AS riders,
           i.sent_at AS "sentAt", coalesce(i.sends, 0) AS sends, i.expires_at AS "expiresAt", u.signed_in_at AS "signedInAt",
           i.confirmed_at AS "confirmedAt", i.wrong, i.wrong_at AS "wrongAt",
           i.wrong IS NOT NULL AND i.done_at IS NULL AS "isOpen",
           coalesce(u.birth_date > ${mustBeBornBy(today())}::date, false) AS "isUnder13",
           EXISTS (SELECT FROM email_outbox o WHERE o.dedupe_key = 'invitation:' || u.id || ':' || i.sends
                   AND o.sent_at IS NULL AND o.attempts > 0 AND i.email = u.email) AS "isRefused"
    FROM users u LEFT JOIN invitations i ON i.user_id = u.id AND (i.email = u.email OR i.wrong IS NOT NULL AND i.done_at IS NULL)
    WHERE ${isListed('u')} AND u.guardian_id IS NULL AND u.active
      AND (u.signed_in_at IS NULL OR i.user_id IS NOT NULL)
    ORDER BY u.first_name, u.last_name, u.id`)
  return rows.flatMap((row) => {
    const state = stateOf(row)
    return state ? [{ ...row, name: displayName(row), state }] : []
  })
}

export const listInvited = (): Promise<(InvitedFamily & { state: InvitedState })[]> => listFamilies()

/** Counts families' unanswered reports of wrong data. */
export const countWrong = (): Promise<number> =>
  prisma.invitation.count({
    where: {
      wrong: { not: null },
      doneAt: null,
      user: { ...LISTED, guardianId: null, active: true },
    },
  })

/** Returns the office's own message. */
export const findInviteNote = async (db: Db = prisma): Promise<string | null> =>
  (await db.school.findUnique({ where: { id: 1 }, select: { inviteNote: true } }))?.inviteNote ?? null

/** A family with the token of its new link, which only its letter contains. */
export interface Invited extends Greeted {
  id: string
  name: string
  email: string
  token: string
  /** How often it was sent, including this time. */
  sends: number
}

export interface Wanted {
  /** All who were never invited, the rest of those who were, or those who are chosen from either. */
  who: 'all' | 'rest' | 'chosen'
  ids: readonly string[]
  note: string | null
  /** Whether the office passes the links on itself: a new one may follow at once. */
  byHand: boolean
}

/**
 * Creates the link of each family, which revokes the one before it. Two desks take turns, and families who were written
 * to today are left out. Returns whom to write to.
 */
export const invite = (actorId: string, { who, ids, note, byHand }: Wanted): Promise<Invited[]> =>
  withTx(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('invitations', 0))`
    await saveNote(tx, actorId, note)
    const before = now().getTime() - RESEND_MS
    const chosen = (await listFamilies(tx)).flatMap((family) => {
      const { id, state, email, sentAt, isUnder13 } = family
      const isWanted = who === 'chosen' ? ids.includes(id) : state === (who === 'all' ? 'new' : 'waiting')
      const isRested = byHand || !sentAt || sentAt.getTime() <= before
      return isWanted && isRested && email && !isUnder13 && !family.signedInAt ? [{ ...family, email }] : []
    })
    const invited: Invited[] = []
    for (const family of chosen) invited.push(await renew(tx, actorId, family))
    return invited
  })

/** Creates a link and revokes the one before it. */
async function renew(
  tx: Tx,
  actorId: string,
  { id, name, email, firstName, parentName, language }: Omit<Invited, 'token' | 'sends'>,
): Promise<Invited> {
  const token = newToken()
  const sentAt = now()
  const expiresAt = new Date(sentAt.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000)
  const link = { token: hashOf(token), email, sentAt, expiresAt }
  // A report from another address came from someone else.
  await tx.invitation.updateMany({ where: { userId: id, email: { not: email } }, data: { confirmedAt: null } })
  const { sends } = await tx.invitation.upsert({
    where: { userId: id },
    create: { userId: id, ...link },
    update: { ...link, sends: { increment: 1 } },
    select: { sends: true },
  })
  await audit(tx, { actorId, action: 'student.invite', entity: 'student', entityId: id, detail: { email } })
  return { id, name, email, firstName, parentName, language, token, sends }
}

async function saveNote(tx: Tx, actorId: string, inviteNote: string | null): Promise<void> {
  const before = await findInviteNote(tx)
  if (before === inviteNote) return
  await tx.school.upsert({ where: { id: 1 }, create: { id: 1, inviteNote }, update: { inviteNote } })
  const detail = { from: { inviteNote: before }, to: { inviteNote } }
  await audit(tx, { actorId, action: 'school.data', entity: 'school', entityId: 'data', detail })
}

/** Returns a family's report of wrong data. @throws Refused 404 */
export async function findWrong(
  id: string,
): Promise<{ id: string; name: string; wrong: string; at: Date; isOpen: boolean }> {
  const found = await prisma.invitation.findFirst({
    where: { userId: id, wrong: { not: null }, user: { erasedAt: null } },
    select: {
      wrong: true,
      wrongAt: true,
      doneAt: true,
      user: { select: { firstName: true, lastName: true, email: true } },
    },
  })
  if (!found?.wrong || !found.wrongAt) throw notFound('There is nothing to answer')
  return { id, name: displayName(found.user), wrong: found.wrong, at: found.wrongAt, isOpen: found.doneAt === null }
}

interface Answered {
  name: string
  /** Whom to write to, with a new link if they have never signed in; null without an answer or an address. */
  tell: (Greeted & { email: string; link: Invited | null; change: number }) | null
}

/** Marks a family's report as answered. The second of two desks is refused. @throws Refused 404 */
export const answerWrong = (actorId: string, id: string, answer: string | null): Promise<Answered> =>
  withTx(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('invitations', 0))`
    const { count } = await tx.invitation.updateMany({
      where: { userId: id, wrong: { not: null }, doneAt: null },
      data: { doneAt: now(), answer },
    })
    if (!count) throw notFound('Someone answered this already')
    const change = await audit(tx, { actorId, action: 'student.invitation-answer', entity: 'student', entityId: id })
    const user = await tx.user.findUniqueOrThrow({ where: { id } })
    const name = displayName(user)
    if (!answer || !user.email || !user.active) return { name, tell: null }
    const { firstName, parentName, language, email } = user
    const isToEnter = (await tx.user.count({ where: { id, ...mayEnter(today()) } })) > 0
    const link = isToEnter ? await renew(tx, actorId, { id, name, email, firstName, parentName, language }) : null
    return { name, tell: { email, firstName, parentName, language, link, change } }
  })
