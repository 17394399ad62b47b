import { proveAddress } from '~/models/people/accounts/links/address.server'
import { refusePoorPassword } from '~/models/people/accounts/password/password-rule.server'
import { NO_TOKENS, notePassword, type TellPassword } from '~/models/people/accounts/profile.server'
import { hashOf } from '~/models/people/accounts/token'
import { type OwnProfile, ownProfile } from '~/models/people/accounts/user.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { mayEnter } from '~/models/people/families/invitations/may-enter'
import { COUNTERS } from '~/models/vocabulary/counters'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { portalOverview } from './portal.server'

const LINK_REFUSED = 'This link was used already, or it has expired. Ask the school for a new one.'

/**
 * Selects a valid link: the account still has the address that was written to, and it is a family's. Everything else
 * that revokes a link has done so in its row.
 */
const opens = (token: string) => ({
  token: hashOf(token),
  expiresAt: { gt: now() },
  user: mayEnter(today()),
})

/** Returns the account of a link, without using it; null if it is not valid. */
export async function findInvitation(token: string) {
  const invitation = await prisma.invitation.findFirst({ where: opens(token), omit: { token: true } })
  if (!invitation) return null
  const { userId, email, confirmedAt, wrong, doneAt, answer } = invitation
  const isOpen = wrong !== null && doneAt === null
  return { userId, email, isAnswered: confirmedAt !== null || isOpen, isOpen, answer: isOpen ? null : answer }
}

/** Returns what the school knows of a family, for it to check. */
export async function familyToCheck(userId: string, day: LocalDate) {
  const { family } = await portalOverview(userId, day)
  const ids = family.map(({ id }) => id)
  const places = await prisma.weeklyPlace.findMany({
    where: {
      studentId: { in: ids },
      isActive: true,
      OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(day) } }],
    },
    orderBy: [{ dayOfWeek: 'asc' }, { scheduledTime: 'asc' }],
    select: { studentId: true, dayOfWeek: true, scheduledTime: true, lessonType: true },
  })
  const paid = await prisma.grant.groupBy({
    by: ['userId'],
    where: { userId: { in: ids }, status: { in: [...GRANTED_STATUSES] }, validTo: { gte: toDbDate(day) } },
    _max: { validTo: true },
  })
  return family.map(({ id, name, month }) => {
    const until = paid.find((one) => one.userId === id)?._max.validTo
    return {
      id,
      name,
      places: places.filter(({ studentId }) => studentId === id),
      left: Object.fromEntries(
        COUNTERS.map(({ key }) => [key, Math.max(0, month.allowance[key].allowed - month.allowance[key].used)]),
      ),
      paidTo: until ? fromDbDate(until) : null,
    }
  })
}

/** Runs with the link's row locked. @throws Refused if it is not valid. */
const withLink = <Done>(token: string, work: (tx: Tx, userId: string) => Promise<Done>): Promise<Done> =>
  withTx(async (tx) => {
    const found = await tx.invitation.findFirst({ where: opens(token), select: { userId: true } })
    // The account first: whoever changes it revokes the link after it.
    if (found) await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${found.userId} FOR UPDATE`
    if (found) await tx.$queryRaw`SELECT 1 FROM invitations WHERE user_id = ${found.userId} FOR UPDATE`
    if (!found || !(await tx.invitation.count({ where: opens(token) }))) throw new Refused('link_invalid', LINK_REFUSED)
    return work(tx, found.userId)
  })

const note = (tx: Tx, userId: string, said: 'right' | 'wrong') =>
  audit(tx, { actorId: userId, action: `account.invitation-${said}`, entity: 'account', entityId: userId })

/** Records that the family confirmed its data. @throws Refused */
export const confirmInvitation = (token: string): Promise<void> =>
  withLink(token, async (tx, userId) => {
    await tx.invitation.update({ where: { userId }, data: { confirmedAt: now() } })
    await note(tx, userId, 'right')
  })

/** Records what the family says is wrong. An earlier report that nobody has answered stays above it. @throws Refused */
export const reportWrongData = (token: string, text: string): Promise<void> =>
  withLink(token, async (tx, userId) => {
    const { wrong, doneAt } = await tx.invitation.findUniqueOrThrow({ where: { userId } })
    const before = wrong && doneAt === null ? wrong : null
    if (before?.includes(text)) return
    const data = { wrong: [before, text].filter(Boolean).join('\n\n').slice(0, 2000), wrongAt: now() }
    await tx.invitation.update({ where: { userId }, data: { ...data, confirmedAt: null, doneAt: null, answer: null } })
    await note(tx, userId, 'wrong')
  })

/**
 * Sets the password, which revokes the link and everything else that opened the account, and verifies the address. A
 * weak password leaves the link valid.
 * @throws Refused
 */
export async function enterByInvitation(token: string, newPassword: string, tell: TellPassword): Promise<OwnProfile> {
  const owner = await prisma.user.findFirst({ where: { invitation: opens(token) } })
  if (!owner) throw new Refused('link_invalid', LINK_REFUSED)
  await refusePoorPassword(newPassword, owner, 'newPassword')
  const password = await hashPassword(newPassword)
  return withLink(token, async (tx, id) => {
    const user = await tx.user.update({
      where: { id },
      data: { password, calendarKey: null, ...NO_TOKENS },
      select: ownProfile,
    })
    await signOutEverywhere(tx, id)
    // Everything from before is revoked already.
    await proveAddress(tx, id, id)
    await notePassword(tx, { ...user, language: owner.language }, tell)
    return user
  })
}
