import { t } from '#text'
import { lockStudent } from '~/models/people/families/student.server'
import { leftToBook } from '~/models/schedule/places/left-to-book.server'
import type { Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { formatMonth } from '~/utils/dates'
import { takePlace } from './take-place.server'

/**
 * Books a place for a family with a lesson that the rider has left in that month. One booking of a rider at a time.
 * @throws Refused as `takePlace`; `nothing_left`.
 */
export const bookPlace = (userId: string, riderId: string, slot: Slot): Promise<{ changes: number[] }> =>
  takePlace(userId, riderId, slot, {
    async check(tx) {
      await lockStudent(tx, riderId)
      const { leftFor } = await leftToBook(riderId, slot.date, slot.date, tx)
      if (leftFor(slot) > 0) return
      throw new Refused(
        'nothing_left',
        t('Nothing is left for a {type} in {month}. Buy one first, or ask the office.', {
          type: slot.type,
          month: formatMonth(slot.date),
        }),
      )
    },
  })
