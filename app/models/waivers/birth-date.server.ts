import { t } from '#text'
import { refuseFutureBirthDate } from '~/models/people/accounts/add-rider.server'
import { birthDateOf, isUnder13, UNDER_13 } from '~/models/people/accounts/age'
import { type FamilyRider, familyRider, ownFamily } from '~/models/people/families/family.server'
import { setBirthDate } from '~/models/people/families/student.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Db, withTx } from '~/platform/tx.server'
import { checkEdit } from '~/platform/version'
import type { LocalDate } from '~/utils/dates'
import { lockText } from './version.server'
import { rolesFor } from './waiver'

/** A rider as the family's profile shows it. */
export interface ProfileRider extends FamilyRider {
  birthDate: LocalDate | null
  /** Whether a waiver was signed for this rider. Its role depends on the birth date, so only the school corrects that then. */
  isSigned: boolean
}

/** Works like `ownFamily`, with the riders' birth dates and whether the family may correct them. */
export async function familyWithBirthDates(userId: string) {
  const { riders, ...family } = await ownFamily(userId)
  return { ...family, riders: await withBirthDates(prisma, riders) }
}

async function withBirthDates(db: Db, riders: FamilyRider[]): Promise<ProfileRider[]> {
  const ids = riders.map(({ id }) => id)
  const people = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, birthDate: true } })
  const signatures = await db.waiverSignature.findMany({
    where: { riderId: { in: ids }, withdrawnAt: null },
    select: { riderId: true },
  })
  return riders.map((rider) => ({
    ...rider,
    birthDate: birthDateOf(people.find(({ id }) => id === rider.id)?.birthDate ?? null),
    isSigned: signatures.some(({ riderId }) => riderId === rider.id),
  }))
}

/** A rider of the family whose birth date it may set. @throws Refused 404 for one of another family; 409 if the school does it */
export async function riderToCorrect(userId: string, riderId: string, db: Db = prisma): Promise<ProfileRider> {
  const [rider] = await withBirthDates(db, [await familyRider(userId, riderId, db)])
  const { guardianId } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { guardianId: true } })
  if (guardianId) throw new Refused('guardian_decides', t('Your parent or guardian does this.'))
  if (!rider || rider.isSigned) throw new Refused('ask_office', t(ASK))
  return rider
}

const ASK = 'A waiver was signed with this birth date. To correct it, please ask the school.'

/**
 * Sets the birth date of a rider as the family says, as long as no waiver is signed: the birth date decided in which role that was
 * signed. Returns a sentence about a change in the meantime.
 * @throws Refused as `riderToCorrect`; 400 if it is in the future, or would end a sign-in; 409 if a child's own account would become
 * an adult's. Outdated if it was changed in the meantime.
 */
export const correctBirthDate = (
  userId: string,
  riderId: string,
  birthDate: LocalDate | null,
  version: string | undefined,
): Promise<string | undefined> =>
  withTx(async (tx) => {
    // Whoever signs at the same moment has read the birth date that the signature is based on.
    await lockText(tx, 'change')
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${riderId} FOR UPDATE`
    const rider = await riderToCorrect(userId, riderId, tx)
    const from = rider.birthDate
    const { write, kept } = checkEdit<{ birthDate: LocalDate | null }>(
      version,
      { birthDate },
      { birthDate: from },
      { birthDate: { label: 'birth date' } },
    )
    const to = write.birthDate === undefined ? from : write.birthDate
    refuseFutureBirthDate(to)
    const { email, parentName } = await tx.user.findUniqueOrThrow({
      where: { id: riderId },
      select: { email: true, parentName: true },
    })
    if (email && isUnder13(to, today())) throw new Refused('under_13', t(UNDER_13), 'birthDate')
    const signsAsAdult = (date: LocalDate | null, parent: string | null) =>
      rolesFor({ isSelf: rider.isSelf, birthDate: date, parentName: parent }, today()).includes('adult')
    // A teenager with an account must not become an adult there, who signs alone: neither now, nor by taking out the parent's name then.
    if ([parentName, null].some((parent) => !signsAsAdult(from, parent) && signsAsAdult(to, parent)))
      throw new Refused('ask_office', t('To correct this birth date, please ask the school.'), 'birthDate')
    await setBirthDate(tx, userId, riderId, { from, to })
    return kept
  })
