import type { UsageField } from '~/models/students/student.schema'
import { COUNTER_LABELS, COUNTERS, type CounterName, type LedgerRide, type MonthAllowance } from './allowance'

export const USAGE_COUNTERS = [...COUNTERS, 'makeups'] as const
export type UsageCounter = CounterName | 'makeups'

/** How each counter is shown. */
export const USAGE_LABELS: Record<UsageCounter, string> = { ...COUNTER_LABELS, makeups: 'Makeups' }

/** The counter that each field of the API and the forms shows. */
export const COUNTER_OF: Record<UsageField, UsageCounter> = {
  lessonsUsed: 'lessons',
  privateLessonsUsed: 'private_lessons',
  hacksUsed: 'hacks',
  horseUseUsed: 'horse_use',
  makeupsUsed: 'makeups',
}

/** What a ride uses one of, by its mark; null where it uses nothing (decisions, "Attendance and allowances"). */
export function counterUsedBy({
  attendance,
  counter,
}: Pick<LedgerRide, 'attendance' | 'counter'>): UsageCounter | null {
  if (attendance === 'makeup') return 'makeups'
  return attendance === 'present' || attendance === 'absent' ? counter : null
}

/** An allowance's counter by its name in the database. */
export const counterIn = (allowance: MonthAllowance, counter: UsageCounter) =>
  ({
    lessons: allowance.lessons,
    private_lessons: allowance.privateLessons,
    hacks: allowance.hacks,
    horse_use: allowance.horseUse,
    makeups: allowance.makeups,
  })[counter]
