import type { MonthAllowance } from '~/models/allowance/allowance'
import { daysOfMonth } from '~/models/vocabulary/month'
import { formatDayShort, type LocalDate } from '~/utils/dates'

export const PAYMENT_STATUSES = ['Paid', 'Clearing', 'Renews', 'Pending'] as const
/**
 * Renews: a subscription charges the month automatically, and has not yet. None: neither a ride nor a package in the
 * month, so that nothing is due.
 */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number] | 'None'

export interface StudentRow {
  id: string
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  parentName: string | null
  /** The name of the student's guardian. */
  guardian: string | null
  guardianContact: { email: string | null; phone: string | null } | null
  /** False for a parent who signs in and pays, and does not ride. */
  rides: boolean
  active: boolean
  /** The last purchase for the month. `price` is in dollars. */
  package: { id: number; name: string; price: number } | null
  packages: string[]
  subscribed: boolean
  paymentStatus: PaymentStatus
  lastPayment: LocalDate | null
  /** Whether there is a waiver to sign. */
  unsigned: boolean
  allowance: MonthAllowance
}

/** Returns the status word of a row's month, for screens and the file. */
export function statusWord({ paymentStatus, allowance }: Pick<StudentRow, 'paymentStatus' | 'allowance'>): string {
  if (paymentStatus === 'None') return 'Nothing due'
  return paymentStatus === 'Renews' ? `Renews ${formatDayShort(daysOfMonth(allowance).from)}` : paymentStatus
}

/** Converts a row for calls and the file. */
export function toApiRow({
  allowance,
  packages,
  subscribed,
  paymentStatus,
  guardian: _,
  guardianContact: __,
  rides: ___,
  unsigned: ____,
  ...row
}: StudentRow) {
  const { lessons, privateLessons, hacks, horseUse, makeups, absences, month, year } = allowance
  return {
    ...row,
    paymentStatus: paymentStatus === 'None' ? null : paymentStatus,
    lessonsUsed: lessons.used,
    totalLessons: lessons.allowed,
    privateLessonsUsed: privateLessons.used,
    totalPrivateLessons: privateLessons.allowed,
    hacksUsed: hacks.used,
    totalHacks: hacks.allowed,
    horseUseUsed: horseUse.used,
    totalHorseUse: horseUse.allowed,
    makeupsUsed: makeups.used,
    totalMakeups: makeups.allowed,
    absences,
    currentMonth: month,
    currentYear: year,
  }
}
