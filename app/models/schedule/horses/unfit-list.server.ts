import type { Rest } from '~/models/schedule/vocabulary/rest'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import type { GivenHorse } from './given-horse'

type UnfitRow = Pick<
  GivenHorse,
  'id' | 'isActive' | 'dayLimit' | 'weekLimit' | 'onDay' | 'inWeek' | 'dayWork' | 'weekWork'
> & {
  date: LocalDate
  onRest: boolean
} & Rest

/** The horses that go out on a day of a week, from Monday to Sunday, though they rest, were removed or are over a limit. */
export const unfitList = ({ first, last }: { first: string; last: string }) =>
  rowList<UnfitRow>(
    {
      id: bare('h.id'),
      date: plain('o.day'),
      isActive: bare('h.is_active'),
      onRest: bare('h.on_rest'),
      from: plain('h.rest_from'),
      until: plain('h.rest_until'),
      reason: text('h.rest_reason'),
      dayLimit: bare('limit_on_day(h.day_limit, d.fewer)'),
      weekLimit: bare('h.week_limit'),
      onDay: bare('o.on_day'),
      inWeek: bare('o.in_week'),
      dayWork: bare('o.day_work'),
      weekWork: bare('o.week_work'),
    },
    `horses h JOIN (
       SELECT horse_id, day, count(*) AS on_day, count(work_id) AS day_work,
              sum(count(*)) OVER (PARTITION BY horse_id) AS in_week, sum(count(work_id)) OVER (PARTITION BY horse_id) AS week_work
       FROM horse_outings WHERE day BETWEEN ${first} AND ${last} GROUP BY 1, 2
     ) o ON o.horse_id = h.id LEFT JOIN hot_days d ON d.date = o.day
     WHERE NOT h.is_active OR horse_rests(h, o.day) OR (h.day_limit > 0 AND o.on_day > limit_on_day(h.day_limit, d.fewer))
       OR (h.week_limit > 0 AND o.in_week > h.week_limit)`,
    'h.id, o.day',
  )
