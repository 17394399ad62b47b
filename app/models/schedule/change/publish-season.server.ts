import { changeLesson } from '~/models/schedule/lessons/change-lesson.server'
import { applySeason } from '~/models/schedule/season/apply-season'
import { type Plan, seatsOf } from '~/models/schedule/season/plan'
import { changedSeats } from '~/models/schedule/season/season'
import { loadPlan, lockDraft } from '~/models/schedule/season/season.server'
import { EVERY_DAY } from '~/models/schedule/snapshot/lock-weekdays.server'
import { now, today } from '~/platform/clock.server'
import { Outdated, Refused, RefusedList } from '~/platform/refused'
import { firstOn } from '~/utils/dates'

interface Published {
  /** Weekly rides that went elsewhere, that joined, and that ended. */
  moved: number
  joined: number
  ended: number
  /** Lessons that were added, and that ended. */
  lessons: { added: number; ended: number }
}

/** What publishing a plan does, in numbers. */
function countChanges(plan: Plan): Published {
  const seats = changedSeats(plan.week)
  const ended = seatsOf(plan).filter(({ lesson }) => lesson === null).length
  const joined = seats.filter(({ from, change }) => from === null && change?.to).length
  const moved = seats.filter(({ from, change }) => from && change?.to).length
  const count = (wanted: string) => plan.week.lessons.filter(({ state }) => state === wanted).length
  return { moved, joined, ended, lessons: { added: count('new'), ended: count('ends') } }
}

/**
 * Makes a season the week, from its first day on, as one change that Undo takes back. Families are told as of any change of their rides.
 * `version` is the plan's that the form showed.
 * @throws Refused 404; 409 if it is published, has begun, is outdated, or something is in the way, which is named; with `beyond` false, if a
 * lesson would have more riders than spots.
 */
export async function publishSeason(
  actorId: string,
  id: number,
  { version, beyond }: { version?: string; beyond: boolean },
): Promise<Published & { changes: number[] }> {
  const { season, week } = await loadPlan(id)
  const joining = changedSeats(week).flatMap(({ riderId, from }) => (from ? [] : [riderId]))
  const spans = EVERY_DAY.map((weekday) => ({ from: firstOn(weekday, season.startsOn), weekly: true }))
  const wish = { spans, riders: joining, advice: 'Set that ride back to Scheduled, or begin the season later.', beyond }
  const { result, changes } = await changeLesson(actorId, wish, async (book, { riderName, isRecorded }, tx) => {
    const { startsOn, name } = await lockDraft(tx, id)
    if (startsOn <= today())
      throw new Refused('date_out_of_range', 'The season’s first day is over. Choose a later one.')
    const plan = await loadPlan(id, tx)
    if (startsOn !== season.startsOn || (version !== undefined && version !== plan.version))
      throw new Outdated('The week or the plan has changed since. Here is what would happen now.')
    const counts = countChanges(plan)
    const { moved, joined, ended, lessons } = counts
    if (moved + joined + ended + lessons.added + lessons.ended === 0)
      throw new Refused('invalid', 'The season is the week as it is: there is nothing to publish')
    const applied = applySeason(book, plan.week, { startsOn, riderName, isRecorded })
    if (applied.refused.length > 0) throw new RefusedList('in_the_way', applied.refused, 'Nothing was published.')
    const detail = { season: id, name, scope: 'weekly', moved, joined, ended, lessons }
    const entry = { action: 'lesson.season', entity: 'lesson', entityId: startsOn, detail } as const
    return {
      book: applied.book,
      entries: [entry],
      result: counts,
      also: async (inTx) => void (await inTx.season.update({ where: { id }, data: { publishedAt: now() } })),
    }
  })
  return { ...result, changes }
}
