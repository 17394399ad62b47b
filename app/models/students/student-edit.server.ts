import type { Month } from '~/models/allowance/allowance'
import { COUNTERS, type CounterName, counterLabel } from '~/models/allowance/counters'
import { monthName } from '~/models/allowance/month'
import { setUsage, type UsageWish, usedCounters } from '~/models/allowance/usage.server'
import { wholeCatalog } from '~/models/catalog/catalog-edit.server'
import { grantedPackage, grantPackage } from '~/models/payments/office-grant.server'
import { prisma } from '~/platform/db.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, type Shown, versionOf } from '~/platform/version'
import { translateViolations } from '~/platform/violation.server'
import type { NewStudent } from './student.schema'
import { contactSelect, emailTaken, lockStudent, updateContact } from './student.server'
import { findStudentRow } from './student-list.server'

/** Null if there is no such student. */
export async function findEditedStudent(id: string, month: Month) {
  const [student, packageId, { packages }] = await Promise.all([
    findStudentRow(id, month),
    grantedPackage(prisma, id, month),
    wholeCatalog(),
  ])
  if (!student) return null
  const { firstName, lastName, email, phone, parentName } = student
  const counters = COUNTERS.map(({ usedField, key }) => ({ field: usedField, ...student.allowance[key] }))
  const used = Object.fromEntries(COUNTERS.map(({ name, key }) => [name, student.allowance[key].used]))
  // Saving the rest must not withdraw a package that is no longer for sale.
  const choices = packages.filter(({ id, active }) => active || id === packageId).map(({ id, name }) => ({ id, name }))
  return {
    monthName: monthName(month),
    student,
    counters,
    packageId,
    packages: choices,
    version: versionOf({ firstName, lastName, email, phone, parentName, packageId, ...used }),
  }
}
export type EditedStudent = NonNullable<Awaited<ReturnType<typeof findEditedStudent>>>

export interface StudentEdit {
  month: Month
  contact: Partial<NewStudent>
  /** Undefined leaves the office's package as it is. */
  packageId?: number | null
  usage: UsageWish[]
  reason: string | null
}

type Values = NewStudent & { packageId: number | null } & Record<CounterName, number>

/**
 * All of it or nothing; with `shown` it writes only what differs from it. Returns a sentence about fields changed
 * meanwhile.
 * @throws Refused if the address is taken or the package unknown; Outdated if the same field was changed meanwhile.
 */
export async function editStudent(
  actorId: string,
  id: string,
  { month, contact, packageId, usage, reason }: StudentEdit,
  shown: Shown | null = null,
): Promise<string | undefined> {
  const used = Object.fromEntries(usage.map(({ counter, used }) => [counter, used]))
  return translateViolations({ users_email_key: emailTaken }, () =>
    withTx(async (tx) => {
      await lockStudent(tx, id)
      const current = await currentValues(tx, id, month)
      const sent = { ...contact, packageId, ...used }
      const { write, kept } = checkEdit<Values>(shown, sent, current, await fieldTexts(tx))
      const { firstName, lastName, email, phone, parentName } = write
      await updateContact(tx, actorId, id, { firstName, lastName, email, phone, parentName })
      if (write.packageId !== undefined) await grantPackage(tx, actorId, id, month, write.packageId)
      const wishes = COUNTERS.map(({ name }) => ({ counter: name, used: write[name] }))
      await setUsage(tx, actorId, id, month, wishes.filter(isWish), reason)
      return kept
    }),
  )
}

const isWish = (wish: { counter: CounterName; used: number | undefined }): wish is UsageWish => wish.used !== undefined

async function currentValues(tx: Tx, id: string, month: Month) {
  const contact = await tx.user.findUniqueOrThrow({ where: { id }, select: contactSelect })
  const used = await usedCounters(tx, id, month)
  return { ...contact, ...used, packageId: await grantedPackage(tx, id, month) }
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
