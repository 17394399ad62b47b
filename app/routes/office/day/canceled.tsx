import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** The lessons of a sheet's day that were canceled while the rest of the day takes place, and why. */
export function Canceled({ lessons }: { lessons: readonly { time: TimeOfDay; type: string; reason: string }[] }) {
  if (lessons.length === 0) return null
  return (
    <ul className="mb-3" aria-label="Canceled lessons">
      {lessons.map(({ time, type, reason }) => (
        <li key={`${time} ${type}`}>
          <s className="num">
            {formatTimeOfDay(time)} {type}
          </s>{' '}
          <strong>Canceled: {reason}</strong>
        </li>
      ))}
    </ul>
  )
}
