import { seasonAskedEmail } from '~/emails/notices/season-asked'
import { readersOf } from '~/models/notices/readers.server'
import { LISTED } from '~/models/people/accounts/rider-of.server'
import { askedSeats } from '~/models/schedule/season/family-wishes.server'
import { timesOf } from '~/models/schedule/season/plan'
import { askFamilies, findSeason, loadPlan } from '~/models/schedule/season/season.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Db, withTx } from '~/platform/tx.server'
import { addDays, type LocalDate, startOfDayInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

/** Riders with a weekly ride for which nobody has named a time yet. */
async function unanswered(id: number, db: Db): Promise<string[]> {
  const plan = await loadPlan(id, db)
  const open = askedSeats(plan).flatMap((seat) => (timesOf(plan, seat).length === 0 ? [seat.riderId] : []))
  // The office removed the others, so nothing new begins for them.
  const riders = await db.user.findMany({ where: { id: { in: open }, ...LISTED }, select: { id: true } })
  return riders.map((rider) => rider.id)
}

/** Returns how many families would be asked about a season now, and whom no email reaches, by name. @throws Refused 404 */
export async function familiesToAsk(id: number): Promise<{ families: number; unreached: string[] }> {
  const { readers, unreached } = await readersOf(prisma, await unanswered(id, prisma), 'season-asked')
  return { families: readers.length, unreached: unreached.map(({ name }) => name) }
}

/**
 * Asks families through that day which times work for them, by one email to each that has not answered for all of its rides. Asking again with
 * another last day reminds those that still have not.
 * @throws Refused as `askFamilies`.
 */
export const askAndTell = (id: number, through: LocalDate): Promise<{ told: number; unreached: string[] }> =>
  withTx(async (tx) => {
    await askFamilies(id, through)
    const { name, startsOn } = await findSeason(id, tx)
    const { appUrl, schoolTimezone } = getEnv()
    return queueNotice(tx, {
      kind: 'season-asked',
      riderIds: await unanswered(id, tx),
      keyOf: (readerId) => `season-asked:${id}:${through}:${readerId}`,
      compose: (letter, riders) => ({
        ...seasonAskedEmail({
          ...letter,
          ...{ season: name, startsOn, through },
          riders: riders.map((rider) => rider.name),
          seasonUrl: `${appUrl}${paths.nextSeason(id)}`,
        }),
        until: startOfDayInZone(addDays(through, 1), schoolTimezone),
      }),
    })
  })
