import { t } from '#text'
import { type MakeupAnswer, makeupAnsweredEmail } from '~/emails/notices/makeup-answered'
import { bookMakeupFor, type MakeupSlot } from '~/models/schedule/makeups/book-makeup.server'
import { extendMakeup, undoExtension } from '~/models/schedule/makeups/extend-makeup.server'
import type { ChangedMakeup } from '~/models/schedule/makeups/office-makeup.schema'
import { restoreMakeup, revokeMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { bookRequest, declineRequest } from '~/models/schedule/makeups/requests/answer.server'
import type { Slot } from '~/models/vocabulary/slot'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { instantInZone } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { queueNotice } from './queue-notice.server'

interface About {
  /** The ID of the log entry. */
  change: number
  makeupId: number
  riderId: string
  askerId?: string
  type: string
  answer: MakeupAnswer
}

async function tell(tx: Tx, { change, makeupId, riderId, askerId, type, answer }: About): Promise<void> {
  const { appUrl, schoolTimezone } = getEnv()
  await queueNotice(tx, {
    kind: 'makeup-answered',
    riderIds: [riderId],
    askerId,
    keyOf: (readerId) => `makeup-answered:${change}:${readerId}`,
    compose: (letter, riders) => ({
      ...makeupAnsweredEmail({
        ...letter,
        rider: riders[0]?.name ?? t('your rider'),
        type,
        about: answer,
        makeupUrl: `${appUrl}${paths.ownMakeup(makeupId)}`,
      }),
      ...(answer.kind === 'booked' && { begins: instantInZone(answer.date, answer.time, schoolTimezone) }),
    }),
  })
}

/** Books the makeup that a family requested, and notifies it. @throws Refused as `bookRequest`. */
export const bookRequestAndTell = (
  actorId: string,
  id: number,
  slot: MakeupSlot,
  beyond = false,
): Promise<{ riderId: string; slot: Slot; changes: number[] }> =>
  bookRequest(actorId, id, slot, {
    beyond,
    also: (tx, { id: makeupId, riderId, askerId, type }, [change = 0]) =>
      tell(tx, {
        change,
        makeupId,
        riderId,
        askerId,
        type,
        answer: { kind: 'booked', date: slot.date, time: slot.time },
      }),
  })

/** Books a makeup for a family that called, and confirms it by email. @throws Refused as `bookMakeupFor`. */
export const bookMakeupAndTell = (
  actorId: string,
  makeupId: number,
  slot: MakeupSlot,
  beyond = false,
): Promise<{ changes: number[] }> =>
  bookMakeupFor(actorId, makeupId, slot, {
    beyond,
    also: (tx, { riderId, type }, [change = 0]) =>
      tell(tx, { change, makeupId, riderId, type, answer: { kind: 'booked', date: slot.date, time: slot.time } }),
  })

/** Declines a family's request, and notifies it. @throws Refused as `declineRequest`. */
export const declineRequestAndTell = (actorId: string, id: number, answer: string): Promise<void> =>
  declineRequest(actorId, id, answer, (tx, { id: makeupId, riderId, askerId, type }, change) =>
    tell(tx, { change, makeupId, riderId, askerId, type, answer: { kind: 'declined', answer } }),
  )

/**
 * Applies an office action to one makeup; if its last day is moved, the family is notified. Returns what was done.
 * @throws Refused as each of these.
 */
export async function changeMakeup(
  actorId: string,
  id: number,
  { intent, reason = '', until = '' }: ChangedMakeup,
): Promise<string> {
  switch (intent) {
    case 'revoke':
      await revokeMakeup(actorId, id, reason)
      return 'Makeup removed'
    case 'restore':
      await restoreMakeup(actorId, id)
      return 'Makeup restored'
    case 'extend':
      await extendMakeup(actorId, id, { until, reason }, (tx, { riderId, type }, change) =>
        tell(tx, { change, makeupId: id, riderId, type, answer: { kind: 'extended', until } }),
      )
      return 'Makeup extended'
    case 'extend-undo':
      await undoExtension(actorId, id)
      return 'Extension undone'
  }
}
