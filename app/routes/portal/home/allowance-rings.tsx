import { useId } from 'react'
import type { Counter, MonthAllowance } from '~/models/allowance/allowance'

/** What is left of a month, each counter as a ring that is full at first and empties. */
export function AllowanceRings({ allowance }: { allowance: MonthAllowance }) {
  const counters = [
    { label: 'Lessons', counter: allowance.lessons },
    { label: 'Private lessons', counter: allowance.privateLessons },
    { label: 'Makeups', counter: allowance.makeups },
    { label: 'Hacks', counter: allowance.hacks },
    { label: 'Horse use', counter: allowance.horseUse },
  ].filter(({ counter }) => counter.allowed > 0 || counter.used > 0)
  return (
    <div className="allowance-rings">
      {counters.map(({ label, counter }) => (
        <Ring key={label} label={label} {...counter} />
      ))}
    </div>
  )
}

function Ring({ label, used, allowed }: { label: string } & Counter) {
  const id = useId()
  const left = Math.max(0, allowed - used)
  const over = Math.max(0, used - allowed)
  const text = over ? `${used} used, ${over} over` : `${left} of ${allowed} left`
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> as a bar
    <div
      role="meter"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={Math.max(allowed, 1)}
      aria-valuenow={left}
      aria-valuetext={text}
      className="allowance-ring"
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle cx="18" cy="18" r="15.5" />
        {left ? (
          <circle
            cx="18"
            cy="18"
            r="15.5"
            pathLength={allowed}
            // A full ring has no seam.
            strokeDasharray={used ? `${left} ${allowed}` : undefined}
            className="allowance-left"
          />
        ) : null}
        <text x="18" y="18.5">
          {left}
        </text>
      </svg>
      <p id={id} className="text-sm font-semibold">
        {label}
      </p>
      <p className={over ? 'num text-sm font-semibold text-bad' : 'num text-sm text-muted'}>{text}</p>
    </div>
  )
}
