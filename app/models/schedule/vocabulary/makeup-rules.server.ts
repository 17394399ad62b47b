import { type Setting, saveSetting, writeSchool } from '~/models/school/settings-changes.server'
import { DEFAULT_HOLDS, type MakeupHolds } from '~/models/vocabulary/makeup'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { cutoffOf, isInTime } from './absence'
import type { MakeupRules } from './makeup-rules.schema'

export const MAKEUP_RULES: Setting = { entity: 'school', entityId: 'makeups' }

const DEFAULT_CUTOFF_HOURS = 24
const DEFAULT_MARK_DAYS = 3

/** Returns the rules; the defaults until the office saves its own. */
export async function findMakeupRules(db: Db = prisma): Promise<MakeupRules> {
  const row = await db.school.findUnique({ where: { id: 1 } })
  return {
    absenceCutoffHours: row?.absenceCutoffHours ?? DEFAULT_CUTOFF_HOURS,
    makeupHolds: (row?.makeupHolds as MakeupHolds | null | undefined) ?? DEFAULT_HOLDS,
    instructorMarkDays: row?.instructorMarkDays ?? DEFAULT_MARK_DAYS,
  }
}

/** Returns a function that tells whether an instant is past the cutoff of a ride. */
export async function isLateAt(instant: Date): Promise<(ride: { date: LocalDate; time: TimeOfDay }) => boolean> {
  const { absenceCutoffHours } = await findMakeupRules()
  return (ride) => !isInTime(cutoffOf(ride, absenceCutoffHours), instant, getEnv().schoolTimezone)
}

/** Saves the rules. Makeups that were given keep their last day. @throws Outdated if someone else changed the same field. */
export const saveMakeupRules = (actorId: string, sent: MakeupRules, version?: string) =>
  saveSetting(
    actorId,
    { setting: MAKEUP_RULES, action: 'school.makeups', read: findMakeupRules, write: writeSchool },
    sent,
    version,
  )
