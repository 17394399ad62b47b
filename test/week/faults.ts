import type { Fault } from '../mutation/put-in'

/**
 * Past faults of the week, reinserted one at a time by `npm run test:week:faults`. The random runs should find each of
 * them. Those that such runs cannot meet are in `test/mutation/database/mutants.ts`.
 */
export const FAULTS: (Fault & { name: string })[] = [
  {
    name: 'A rider who moves loses what the ride was booked with',
    file: 'app/models/schedule/lessons/decide/move.ts',
    from: 'return «carry({ ...after, records, horses }, carried)»',
    to: 'withHorse && horse ? carry({ ...after, records, horses }, carried) : after',
  },
  {
    name: 'A rider who moves every week loses what was called off or booked in later weeks',
    file: 'app/models/schedule/lessons/decide/move.ts',
    from: "«scope === 'weekly'» ? daysOfLesson",
    to: 'false',
  },
  {
    name: 'A closing takes the makeup of who called off in time',
    file: 'app/models/schedule/lessons/decide/settle-makeups.ts',
    from: '!inBook(book, row.date) || «!rides(book, row)») return false',
    to: 'false',
  },
  {
    name: 'A ride booked with a makeup that became weekly cannot be called off',
    file: 'app/models/schedule/lessons/decide/settle-makeups.ts',
    from: '«!becameWeekly(before, after, row, terms)»)',
    to: 'true',
  },
  {
    name: 'Undo and marks put more into a lesson than it has places',
    file: 'app/models/schedule/lessons/change-lesson.server.ts',
    from: 'if («wish.beyond === false») refuseFull',
    to: 'wish.beyond === false && !wish.overHeld',
  },
  {
    name: 'Undo of a place taken from the list leaves neither place nor line',
    file: 'app/models/schedule/change/undo.server.ts',
    from: 'openAgain(inTx, «done.flatMap(waitedIn)»)',
    to: '[]',
  },
  {
    name: 'A lesson that somebody waits for every week ends with its last rider',
    file: 'app/models/schedule/lessons/decide/rider.ts',
    from: 'endWeekly(«withPlaceForLine(book, slot, isMeant, riderIds)», slot',
    to: 'book',
  },
  {
    name: 'An offer that nobody could be told of expires, and the family is off the list',
    file: 'app/models/schedule/offers/offers.server.ts',
    from: 'over.filter((id) => «!plan.toEnd.includes(id)»)',
    to: 'true',
  },
  {
    name: 'A horse at rest stands on the sheets without a mark',
    file: 'app/models/schedule/horses/given-horse.ts',
    from: '«horse.rest && restsOn(horse, date)» ?',
    to: 'false',
  },
  {
    name: 'A ride that was called off is told to be on when its lesson moves',
    file: 'app/models/schedule/lessons/changed-days.ts',
    from: 'const off = «calledOff(book)»',
    to: 'new Set()',
  },
  {
    name: 'The office takes back that a rider called off, and nobody tells the family',
    file: 'app/models/schedule/lessons/change-lesson.server.ts',
    from: 'recordKnownDays(tx, days) : recordChangedDays(tx, «days», wish.announces)',
    to: "days.filter(({ known, present }) => known.join().replaceAll(' (called off)', '') !== present.join().replaceAll(' (called off)', ''))",
  },
  {
    name: 'An instructor marks rides to come',
    file: 'app/models/schedule/instructors/marking.ts',
    from: 'date > on',
    to: 'false',
  },
  {
    name: 'A makeup booked on its last day is too short for where the school moves the ride',
    file: 'app/models/schedule/lessons/decide/settle-makeups.ts',
    from: '«heldFor(row, before.bookings, bookings)»)',
    to: 'row',
  },
]
