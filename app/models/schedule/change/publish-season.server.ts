import { daysClosedSince } from '~/models/schedule/closing/closings.server'
import { changeLesson, type DespiteWaitlist } from '~/models/schedule/lessons/change-lesson.server'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { applySeason, slotIn } from '~/models/schedule/season/apply-season'
import { type Plan, rideChanges, type Season } from '~/models/schedule/season/plan'
import { weeklyKey } from '~/models/schedule/season/season'
import { loadPlan, lockDraft, setPublished } from '~/models/schedule/season/season.server'
import { EVERY_DAY } from '~/models/schedule/snapshot/lock-weekdays.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Outdated, Refused, RefusedList } from '~/platform/refused'
import { firstOn } from '~/utils/dates'

interface Published {
  /** Weekly rides that went elsewhere, that joined, and that ended. */
  moved: number
  joined: number
  ended: number
}

/** Single days that were moved away from the lessons of rides that end: they end too. */
async function movedFromEnding(plan: Plan, { startsOn }: Season) {
  const ending = rideChanges(plan).filter(({ what }) => what === 'ended')
  const days = []
  for (const { seat } of ending)
    if (seat.from) days.push(...(await movedAway(slotIn(startsOn, seat.from), seat.riderId)))
  return days.filter(({ date }) => date >= startsOn)
}

/**
 * Makes a season the week, from its first day on, as one change that Undo takes back. Each family whose rides change
 * gets one email, and so does that of a student who joins. `version` is the plan's that the form showed.
 * @throws Refused 404; 409 if it is published, has begun, is outdated, or something is in the way, which is named; with `beyond` false, if a
 * lesson would have more riders than spots, and with `despiteWaitlist` false, if someone waits for a lesson that ends.
 */
export async function publishSeason(
  actorId: string,
  id: number,
  { version, ...terms }: { version?: string; beyond: boolean } & DespiteWaitlist,
): Promise<Published & { changes: number[] }> {
  const shown = await loadPlan(id)
  const { season } = shown
  const joining = rideChanges(shown).flatMap(({ seat, what }) => (what === 'joined' ? [seat.riderId] : []))
  const [moved, closed] = [await movedFromEnding(shown, season), await daysClosedSince(season.startsOn, prisma)]
  const spans = EVERY_DAY.map((weekday) => ({ from: firstOn(weekday, season.startsOn), weekly: true }))
  const advice = 'Set that ride back to Scheduled, or begin the season later.'
  const wish = { spans, riders: joining, advice, announces: true, ...terms }
  const { result, changes } = await changeLesson(actorId, wish, async (book, known, tx) => {
    const { startsOn, name } = await lockDraft(tx, id)
    if (startsOn <= today())
      throw new Refused('date_out_of_range', 'The season’s first day is over. Choose a later one.')
    const plan = await loadPlan(id, tx)
    if (plan.version !== (version ?? shown.version))
      throw new Outdated('The week or the plan has changed since. Here is what would happen now.')
    const rides = rideChanges(plan)
    const lessons = plan.week.lessons.filter(({ state }) => state !== 'stays')
    if (rides.length + lessons.length === 0)
      throw new Refused('invalid', 'The season is the week as it is: there is nothing to publish')
    const applied = applySeason(book, plan.week, { startsOn, closed, moved, ...known })
    if (applied.refused.length > 0) throw new RefusedList('in_the_way', applied.refused, 'Nothing was published.')
    const count = (wanted: string) => rides.filter(({ what }) => what === wanted).length
    const result = { moved: count('moved'), joined: count('joined'), ended: count('ended') }
    const touched = rides.flatMap(({ seat, lesson }) => [
      ...(seat.from ? [weeklyKey(seat.from)] : []),
      ...(lesson ? [lesson.key] : []),
    ])
    const detail = {
      ...{ season: id, published: true, name, scope: 'weekly', ...result },
      riders: [...new Set(rides.map(({ seat }) => seat.riderId))],
      touched: [...new Set([...touched, ...lessons.map(({ key }) => key)])].sort(),
    }
    const entry = { action: 'lesson.season', entity: 'lesson', entityId: startsOn, detail } as const
    return { book: applied.book, entries: [entry], result, also: (inTx) => setPublished(inTx, id, true) }
  })
  return { ...result, changes }
}
