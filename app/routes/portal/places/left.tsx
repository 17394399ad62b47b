import { t } from '#text'
import { formatLeft } from '~/routes/portal/home/say-counts'
import { monthName } from '~/utils/dates'
import type { Places } from './read-places.server'

/** What a booking can use, by month. What is used up says 0, so that a booking moves nothing below. */
export function Left({ left, makeups }: Pick<Places, 'left' | 'makeups'>) {
  const months = left.flatMap(({ month, ...counts }) => {
    const contents = formatLeft(counts)
    return contents ? [t('{contents} in {month}', { contents, month: monthName(month) })] : []
  })
  if (!months.length && !makeups.length) return t('Uses a lesson of that month or a makeup.')
  return (
    <p className="num">
      {t('Left: {list}', { list: [...months, formatLeft({ makeups: makeups.length })].join(' · ') })}
    </p>
  )
}
