import type { ListedMakeup } from '~/models/schedule/makeups/makeup-list.server'
import { lessonsFor } from '~/models/schedule/places/places-to-take.server'
import { byDay } from '~/models/schedule/vocabulary/by-day'
import { dayField } from '~/models/schedule/vocabulary/slot.schema'
import { typesLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { today } from '~/platform/clock.server'
import { addDays } from '~/utils/dates'

const DAYS_SHOWN = 14
const DAYS_AHEAD = 42

/** Returns the lessons that a makeup is good for, for two weeks from a day on, at which the rider is free. */
export async function placesToBook(
  { riderId, type, until }: Pick<ListedMakeup, 'riderId' | 'type' | 'until'>,
  query: URLSearchParams,
) {
  const first = today()
  const end = [until, addDays(first, DAYS_AHEAD - 1)].sort()[0] ?? first
  const asked = dayField.safeParse(query.get('from')).data ?? first
  const from = asked < first || asked > end ? first : asked
  const to = [addDays(from, DAYS_SHOWN - 1), end].sort()[0] ?? end
  const types = typesLike(await readBaseTypes(), type)
  const days = byDay(await lessonsFor(riderId, from, to, { types, anyLevel: true }))
  return {
    from,
    to,
    day: days.find(({ date }) => date === query.get('day'))?.date ?? null,
    days,
    earlier: from > first ? ([addDays(from, -DAYS_SHOWN), first].sort()[1] ?? null) : null,
    later: to < end ? addDays(to, 1) : null,
  }
}
