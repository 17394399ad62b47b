import { t } from '#text'
import type { Ribbon } from '~/models/schedule/vocabulary/ribbon'

/** A rider's show ribbons for round numbers of rides: a rosette and its words each. Renders nothing without one. */
export function Ribbons({
  rider,
  ribbons,
}: {
  /** The rider's name, on a page of several riders. */
  rider?: string
  ribbons: Ribbon[]
}) {
  if (ribbons.length === 0) return null
  return (
    <ul className="ribbons" aria-label={rider ? t('Ribbons, {rider}', { rider }) : t('Ribbons')}>
      {rider ? <li>{rider}</li> : null}
      {ribbons.map((ribbon) => (
        <li key={ribbon} data-ribbon={ribbon}>
          <Rosette />
          {t('{count} rides', { count: ribbon })}
        </li>
      ))}
    </ul>
  )
}

const Rosette = () => (
  <svg viewBox="0 0 16 20" aria-hidden="true">
    <path d="M5 9 2.5 18.5l3-1.5L7 20l2-9zM11 9l2.5 9.5-3-1.5L9 20 7 11z" />
    <circle cx="8" cy="7" r="5.5" strokeWidth="3" strokeDasharray="2.4 .48" />
    <circle cx="8" cy="7" r="3" />
  </svg>
)
