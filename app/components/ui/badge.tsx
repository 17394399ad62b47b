import type { ReactNode } from 'react'
import { classes } from '~/components/classes'

const tones = {
  neutral: 'bg-sunk text-ink',
  good: 'bg-brand-soft text-brand-ink',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
}
export type Tone = keyof typeof tones
/** The shapes are drawn in `parts.css` for all badges. */
type Shape = 'check' | 'cross' | 'clock' | 'warning' | 'undo' | 'off'

/** A state in a word, which color and shape repeat. */
export function Badge({
  tone = 'neutral',
  shape,
  children,
}: {
  tone?: Tone
  shape?: Shape | undefined
  children: ReactNode
}) {
  return (
    <span className={classes('badge', tones[tone])} data-icon={shape}>
      {children}
    </span>
  )
}

const DONE = ['good', 'check'] as const
const FAILED = ['bad', 'cross'] as const
const ON_ITS_WAY = ['info', 'clock'] as const
const OFF = ['neutral', 'off'] as const

/** Amber is for what needs someone's action; what only takes time is blue. */
const STATES: Record<string, readonly [Tone, Shape?]> = {
  scheduled: ['neutral'],
  present: DONE,
  absent: FAILED,
  makeup: ['info', 'undo'],
  reschedule: ['info', 'undo'],
  succeeded: DONE,
  completed: DONE,
  paid: DONE,
  active: DONE,
  clearing: ON_ITS_WAY,
  processing: ON_ITS_WAY,
  pending: ON_ITS_WAY,
  in_transit: ON_ITS_WAY,
  trialing: ON_ITS_WAY,
  ending: ['neutral', 'clock'],
  due: ['warn', 'warning'],
  requires_action: ['warn', 'warning'],
  incomplete: ['warn', 'warning'],
  past_due: ['bad', 'warning'],
  unpaid: ['bad', 'warning'],
  disputed: ['bad', 'warning'],
  failed: FAILED,
  incomplete_expired: OFF,
  canceled: OFF,
  paused: OFF,
  refunded: ['neutral', 'undo'],
  fine: DONE,
  attention: ['warn', 'warning'],
  broken: ['bad', 'warning'],
  off: OFF,
}

/**
 * A state as the database or the provider names it, with the given words: every screen shows it in the same color and
 * shape.
 */
export function StateBadge({ state, children }: { state: string; children: ReactNode }) {
  const [tone, shape] = STATES[state] ?? ['neutral']
  return (
    <Badge tone={tone} shape={shape}>
      {children}
    </Badge>
  )
}
