import type { Fault } from '../../../test/mutation/put-in'

export interface PastFault {
  name: string
  /** The edits that reinsert it. Each place is there exactly once. */
  edits: Fault[]
}

/** Past faults of the whole school, reinserted one at a time by `npm run test:year:faults`. A year's run should find each of them. */
export const FAULTS: PastFault[] = [
  {
    name: 'A backup casts a text of 64 letters to one, so that a signed waiver cannot be restored',
    edits: [
      {
        file: 'scripts/backup/tables.ts',
        from: 'format_type(a.atttypid, «a.atttypmod»)) ORDER BY a.attnum)',
        to: 'NULL',
      },
    ],
  },
  {
    name: 'An order that a merge brings along keeps its open payment: it is charged and grants nothing',
    edits: [
      {
        file: 'app/models/money/families/merge-accounts.server.ts',
        from: 'closeAttempts(«await unpaidOrders(prisma, { userId: mergedId })»)',
        to: '[]',
      },
      {
        file: 'app/models/money/sync/bought-order.server.ts',
        from: '«u.id IN (c.id, c.merged_into_id)»',
        to: 'u.id = c.id',
      },
    ],
  },
  {
    name: 'A rider who moves loses what the ride was booked with',
    edits: [
      {
        file: 'app/models/schedule/lessons/decide/move.ts',
        from: 'return «carry({ ...after, records, horses }, carried)»',
        to: 'withHorse && horse ? carry({ ...after, records, horses }, carried) : after',
      },
    ],
  },
  {
    name: 'A payment page that is left open over midnight buys a month that is over',
    edits: [
      {
        file: 'app/models/money/sync/bought-order.server.ts',
        from: 'return «charged && isClosed({ validTo: order.valid_to, granted }, charged)» ? charged : null',
        to: 'false',
      },
    ],
  },
  {
    name: 'A horse at rest stands on the sheets without a mark',
    edits: [
      {
        file: 'app/models/schedule/horses/given-horse.ts',
        from: '«horse.rest && restsOn(horse, date)» ?',
        to: 'false',
      },
    ],
  },
  {
    name: 'A payment that the provider reports twice is granted twice',
    edits: [
      {
        file: 'app/models/money/payments/grant.server.ts',
        from: '[...riders].filter((id) => «!granted.includes(id)»)',
        to: 'true',
      },
    ],
  },
  {
    name: 'Undo and marks put more riders into a lesson than it has places',
    edits: [
      {
        file: 'app/models/schedule/lessons/change-lesson.server.ts',
        from: 'if («wish.beyond === false») refuseFull',
        to: 'wish.beyond === false && !wish.overHeld',
      },
    ],
  },
  {
    name: 'A closing takes the makeup of who called off in time',
    edits: [
      {
        file: 'app/models/schedule/lessons/decide/settle-makeups.ts',
        from: '!inBook(book, row.date) || «!rides(book, row)») return false',
        to: 'false',
      },
    ],
  },
  {
    name: 'A makeup booked on its last day is too short for where the school moves the ride',
    edits: [
      {
        file: 'app/models/schedule/lessons/decide/settle-makeups.ts',
        from: '«heldFor(row, before.bookings, bookings)»)',
        to: 'row',
      },
    ],
  },
  {
    name: 'Undo marks a ride twice that was marked again',
    edits: [
      {
        file: 'app/models/schedule/lessons/decide/undo.ts',
        from: 'other.id === row.id« || saysTheSame(name, other, row)»)',
        to: '',
      },
      {
        file: 'app/models/schedule/lessons/change-lesson.server.ts',
        from: "'lessons_student_id_scheduled_date_scheduled_time_key',",
        to: '',
      },
    ],
  },
  {
    name: 'A rider who has a spot in the second lesson of an hour still waits for the first',
    edits: [
      {
        file: 'app/models/schedule/lessons/change-lesson.server.ts',
        from: '[«ridesAt, ridesAtHour»].some',
        to: 'ridesAt',
      },
    ],
  },
  {
    name: 'A killed process sends an email again, and the outbox does not say so',
    edits: [
      {
        file: 'app/services/mail/email.server.ts',
        from: 'maybe_twice = maybe_twice« OR sending_since IS NOT NULL»',
        to: '',
      },
    ],
  },
  {
    name: 'Who was merged into an account is not erased with it',
    edits: [
      {
        file: 'app/models/privacy/erasure.server.ts',
        from: 'f.id «IN (u.guardian_id, u.merged_into_id)»',
        to: '= u.guardian_id',
      },
    ],
  },
  {
    name: 'The office’s notes are on the sheets of the barn',
    edits: [
      {
        file: 'app/models/people/families/student-note.server.ts',
        from: '« AND n.for_barn»`',
        to: '',
      },
    ],
  },
  {
    name: 'A rider comes after all to a spot that was given away',
    edits: [
      {
        file: 'app/models/schedule/makeups/absence.server.ts',
        from: '«free !== null && free <= 0»',
        to: 'false',
      },
    ],
  },
]
