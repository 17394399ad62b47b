import { counterOf, type MonthAllowance, monthsOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { type Cover, type CoverRide, coversOf, coverWord } from '~/models/allowance/cover'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { COUNTERS } from '~/models/vocabulary/counters'
import type { Slot } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { type LocalDate, monthEnd, monthOf, monthStart } from '~/utils/dates'

/**
 * Returns a function that says of a lesson between these days why a ride that is moved there from `left` would not be
 * covered, in the week's words or as `not in the package`; null if it would, or is not worse than before. Two queries.
 */
export async function uncoveredAfterMove(
  riderId: string,
  left: Slot,
  days: { from: LocalDate; to: LocalDate },
): Promise<(to: Slot) => string | null> {
  const range = { from: monthStart(days.from), to: monthEnd(days.to) }
  const [roster, allowances] = await Promise.all([
    loadRoster({ ...range, riderIds: [riderId] }),
    allowancesOf([riderId], range.from, range.to),
  ])
  const months = monthsOf(range).map(({ month }) => month)
  const allowanceOn = ({ date }: { date: LocalDate }) => allowances.get(riderId)?.[months.indexOf(monthOf(date))]
  const counters = new Map(roster.types.map(({ name, counter }) => [name, counter]))
  const rideIn = ({ date, time, type }: Slot): CoverRide => {
    return { riderId, date, time, counter: counters.get(type) ?? null, attendance: 'scheduled', isMakeup: false }
  }
  const rides = roster.days.flatMap(({ lessons }) =>
    lessons.flatMap((lesson) =>
      lesson.riders
        .filter((rider) => rider.riderId === riderId)
        .map(({ attendance, isMakeup = false }): CoverRide => {
          const ride = rideIn(lesson)
          return { ...ride, counter: isMakeup ? null : ride.counter, attendance, isMakeup }
        }),
    ),
  )
  const stays = rides.filter(({ date, time }) => date !== left.date || time !== left.time)
  const [before, moved] = [worstOf(coversOf(rides, allowanceOn)), rides.find((ride) => !stays.includes(ride))]
  return (to) => {
    // A makeup goes along with its ride.
    if (moved?.isMakeup) return null
    const after = worstOf(coversOf([...stays, rideIn(to)], allowanceOn))
    if (after.length <= before.length) return null
    const month = allowanceOn(to)
    if (month && !hasCounter(month, rideIn(to)) && hasAny(month)) return 'not in the package'
    const cover = after.includes('over') ? 'over' : 'none'
    return coverWord({ date: to.date, attendance: 'scheduled', cover }, today()).word
  }
}

/** Leaves what someone has to pay for; a month that a subscription renews is paid once it begins. */
const worstOf = (covers: readonly Cover[]) => covers.filter((cover) => cover === 'over' || cover === 'none')

const hasCounter = (month: MonthAllowance, { counter }: CoverRide) => (counterOf(month, counter)?.allowed ?? 1) > 0
const hasAny = (month: MonthAllowance) => COUNTERS.some(({ key }) => month[key].allowed > 0)
