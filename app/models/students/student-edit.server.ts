import { setUsage, type UsageEdit, usedCounters } from '~/models/allowance/usage.server'
import { allPackages } from '~/models/money/catalog/catalog-edit.server'
import { grantedPackage, grantPackage } from '~/models/money/payments/office-grant.server'
import { refuseFutureBirthDate } from '~/models/people/accounts/add-rider.server'
import { birthDateOf, isUnder13, UNDER_13 } from '~/models/people/accounts/age'
import type { Contact } from '~/models/people/accounts/student.schema'
import { familyOf } from '~/models/people/families/family-of.server'
import {
  contactSelect,
  emailTaken,
  lockStudent,
  paysSubscription,
  setBirthDate,
  updateContact,
} from '~/models/people/families/student.server'
import { COUNTERS, type CounterName, counterLabel } from '~/models/vocabulary/counters'
import type { Level } from '~/models/vocabulary/level'
import type { Month } from '~/models/vocabulary/month'
import { monthAndYear } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, versionOf } from '~/platform/version'
import { translateViolations } from '~/platform/violation.server'
import type { LocalDate } from '~/utils/dates'
import { setSignInBlocked } from './sign-in-block.server'
import { studentRow } from './student-list.server'

/** Returns the student's form; null if there is no such student. */
export async function findEditedStudent(id: string, month: Month) {
  const student = await studentRow(id, month)
  if (!student) return null
  const [packageId, packages, family] = await Promise.all([
    grantedPackage(prisma, id, month),
    allPackages(),
    familyOf(id),
  ])
  if (family.erasedAt) return null
  const { firstName, lastName, email, phone, parentName } = student
  const { level, weightLb } = family
  const counters = COUNTERS.map(({ usedField, key, label }) => ({ field: usedField, label, ...student.allowance[key] }))
  const used = Object.fromEntries(COUNTERS.map(({ name, key }) => [name, student.allowance[key].used]))
  // Saving the rest must not withdraw a package that is no longer for sale.
  const choices = packages.filter(({ id, active }) => active || id === packageId).map(({ id, name }) => ({ id, name }))
  return {
    monthName: monthAndYear(month),
    student,
    guardian: family.guardian,
    level,
    weightLb,
    birthDate: family.birthDate,
    blocked: !student.active,
    counters,
    packageId,
    packages: choices,
    version: versionOf({
      firstName,
      lastName,
      email,
      phone,
      parentName,
      level,
      weightLb,
      birthDate: family.birthDate,
      packageId,
      blocked: !student.active,
      ...used,
    }),
  }
}
export type EditedStudent = NonNullable<Awaited<ReturnType<typeof findEditedStudent>>>

interface StudentEdit {
  month: Month
  contact: Partial<Contact>
  /** Undefined leaves it unchanged; null clears it. */
  level?: Level | null
  /** The weight in pounds; undefined and null as for the level. */
  weightLb?: number | null
  /** Undefined leaves it unchanged. */
  birthDate?: LocalDate | null
  /** Undefined leaves the sign-in unchanged. */
  blocked?: boolean
  /** Undefined leaves the office's package unchanged. */
  packageId?: number | null
  usage: UsageEdit[]
  reason: string | null
}

type Values = Contact & { birthDate: LocalDate | null } & {
  packageId: number | null
  blocked: boolean
  level: string | null
  weightLb: number | null
} & Record<CounterName, number>

/**
 * Edits a student, all of it or nothing; with `shown` only what differs from it. Returns a sentence about fields
 * changed in the meantime.
 * @throws Refused if the address is taken, or removed from someone who pays for a subscription, or the package unknown;
 * Outdated if the same field was changed in the meantime.
 */
export async function editStudent(
  actorId: string,
  id: string,
  { month, contact, level, weightLb, birthDate, blocked, packageId, usage, reason }: StudentEdit,
  version?: string,
): Promise<string | undefined> {
  const used = Object.fromEntries(usage.map(({ counter, used }) => [counter, used]))
  return translateViolations({ users_email_key: emailTaken }, () =>
    withTx(async (tx) => {
      await lockStudent(tx, id)
      const current = await currentValues(tx, id, month)
      const sent = { ...contact, level, weightLb, birthDate, blocked, packageId, ...used }
      const { write, kept } = checkEdit<Values>(version, sent, current, await fieldTexts(tx))
      const { firstName, lastName, email, phone, parentName } = write
      if (email === null && current.email && !current.guardianId && (await paysSubscription(tx, id)))
        throw new Refused(
          'email_required',
          'Whoever pays for a subscription needs an email. Please enter one.',
          'email',
        )
      refuseOwnSignIn(write, current)
      const facts = { level: write.level, weightLb: write.weightLb }
      await updateContact(tx, actorId, id, { firstName, lastName, email, phone, parentName, ...facts })
      if (write.birthDate !== undefined)
        await setBirthDate(tx, actorId, id, { from: current.birthDate, to: write.birthDate })
      if (write.blocked !== undefined) await setSignInBlocked(tx, actorId, id, write.blocked)
      if (write.packageId !== undefined) await grantPackage(tx, actorId, { userId: id, month }, write.packageId)
      const wishes = COUNTERS.map(({ name }) => ({ counter: name, used: write[name] }))
      await setUsage(tx, actorId, { riderId: id, month }, { wishes: wishes.filter(isWish), reason })
      return kept
    }),
  )
}

/** @throws Refused if a child under 13 would have an email. */
function refuseOwnSignIn(write: Partial<Values>, current: Pick<Values, 'email' | 'birthDate'>): void {
  refuseFutureBirthDate(write.birthDate)
  const { email = current.email, birthDate = current.birthDate } = write
  if (!email || !isUnder13(birthDate, today())) return
  if (write.email) throw new Refused('under_13', UNDER_13, 'email')
  throw new Refused('under_13', `${UNDER_13} Link a guardian first, and leave the email empty.`, 'birthDate')
}

const isWish = (wish: { counter: CounterName; used: number | undefined }): wish is UsageEdit => wish.used !== undefined

async function currentValues(tx: Tx, id: string, month: Month) {
  const { active, birthDate, ...row } = await tx.user.findUniqueOrThrow({
    where: { id },
    select: { ...contactSelect, level: true, weightLb: true, active: true, guardianId: true, birthDate: true },
  })
  const used = await usedCounters(tx, id, month)
  return {
    ...row,
    birthDate: birthDateOf(birthDate),
    ...used,
    blocked: !active,
    packageId: await grantedPackage(tx, id, month),
  }
}

async function fieldTexts(tx: Tx): Promise<FieldTexts<Values>> {
  const packages = await tx.package.findMany({ select: { id: true, name: true } })
  const count = (counter: CounterName) => ({ label: `${counterLabel(counter).toLowerCase()} used` })
  return {
    firstName: { label: 'first name' },
    lastName: { label: 'last name' },
    email: { label: 'email' },
    phone: { label: 'phone' },
    parentName: { label: 'parent or guardian' },
    level: { label: 'level' },
    weightLb: { label: 'weight' },
    birthDate: { label: 'birth date' },
    blocked: { label: 'sign-in', show: (on) => (on ? 'blocked' : 'not blocked') },
    packageId: {
      label: 'package given by the office',
      show: (chosen) => packages.find(({ id }) => String(id) === chosen)?.name ?? 'none',
    },
    lessons: count('lessons'),
    private_lessons: count('private_lessons'),
    hacks: count('hacks'),
    horse_use: count('horse_use'),
    makeups: count('makeups'),
  }
}
