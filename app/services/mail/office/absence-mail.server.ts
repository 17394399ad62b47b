import { endReport, reportAbsence, sayReport } from '~/models/schedule/instructors/cover/report.server'
import { displayName } from '~/models/vocabulary/user'
import { withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { tellOffice } from './office-task-mail.server'

/**
 * What an instructor tells the office, with one email to each administrator; the same said twice is told once. The reason is not in it, because it may
 * be about health. @throws Refused as `reportAbsence`.
 */
export const reportAndTell = (
  viewer: { id: string } & Parameters<typeof displayName>[0],
  days: Parameters<typeof reportAbsence>[1],
): Promise<void> =>
  withTx(async (tx) => {
    const { from, through, time } = days
    const since = await reportAbsence(viewer.id, days, tx)
    await tellOffice(tx, `${occasion(viewer.id, since)}:${from}:${through ?? ''}:${time ?? ''}`, {
      title: `${displayName(viewer)} can't come`,
      says: [
        `${displayName(viewer)} can't come ${sayReport({ from, through: through ?? null, time: time ?? null, reason: null })}.`,
        'The lessons stay as they are until you answer.',
      ],
      action: 'Show the Lessons',
      path: paths.cover({ instructor: viewer.id, from, through, time }),
    })
  })

const occasion = (id: string, since: Date) => `absence:${id}:${since.getTime()}`

/** Takes it back, and the emails about it that nobody has tried to send. */
export const takeBackReport = (id: string): Promise<void> =>
  withTx(async (tx) => {
    const since = await endReport(id, tx)
    if (!since) return
    await tx.outboxEmail.deleteMany({
      where: { dedupeKey: { startsWith: `${occasion(id, since)}:` }, attempts: 0, sendingSince: null, sentAt: null },
    })
  })
