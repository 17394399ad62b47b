import { type ReactNode, useId } from 'react'
import { t } from '#text'
import { classes } from '~/components/classes'

/** How much of an allowance is used, in figures and as a bar. Overuse is shown in words, not by color alone. */
export function Meter({ label, used, allowed }: { label: ReactNode; used: number; allowed: number }) {
  const id = useId()
  const over = used > allowed
  const share = allowed > 0 ? Math.min(1, used / allowed) : used > 0 ? 1 : 0
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2">
        <span id={id}>{label}</span>
        <span className={classes('num font-semibold', over && 'text-bad')}>
          {over
            ? t('{used} of {allowed} used ({over} over)', { used, allowed, over: used - allowed })
            : t('{used} of {allowed} used', { used, allowed })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in their own way */}
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(allowed, used)}
        aria-valuenow={used}
        aria-valuetext={t('{used} of {allowed}', { used, allowed })}
        className="mt-1 h-2.5 overflow-hidden rounded bg-sunk"
      >
        <div className={classes('h-full rounded', over ? 'bg-bad' : 'bg-brand')} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
