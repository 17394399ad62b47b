import { barnNoteList } from '~/models/people/families/student-note.server'
import { horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { rideNote } from '~/models/schedule/change/ride-note.server'
import { concernsOfGiven } from '~/models/schedule/horses/given-horse'
import { horsesOut } from '~/models/schedule/horses/given-horse.server'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { factList, factsFound, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import type { RosterLesson, RosterRider } from '~/models/schedule/week/roster.server'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { today } from '~/platform/clock.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { horseChoices } from './horse-choices'

const ABOUT = listStatement({ facts: factList('$1::text[]'), barn: barnNoteList('$1::text[]') })

/** Returns what the office and the instructor see about a rider in a lesson. */
export async function readRide(lesson: RosterLesson, rider: RosterRider) {
  const [horses, out, about, uses, work, note] = await Promise.all([
    listHorses(lesson.date),
    horsesOut(lesson.date),
    queryLists(ABOUT, [[rider.riderId]]),
    horseUsesOn(lesson.date),
    otherWorkIn({ from: lesson.date, to: lesson.date }),
    rideNote({ ...lesson, riderId: rider.riderId }),
  ])
  const known = factsFound(about.facts).get(rider.riderId) ?? NOTHING_KNOWN
  const given = rider.horse && out.get(rider.horse.id)
  const { date, time, type } = lesson
  return {
    slot: { date, time, type },
    rider,
    known,
    horses: horseChoices(horses, { uses, work }, { lesson, rider }, known),
    concerns: given ? concernsOfGiven(given, known, { date, today: today() }) : [],
    note,
    barn: about.barn.map(({ text }) => text),
  }
}
