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

/** A state in a word. The word says it; the colour repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes('badge', tones[tone])}>{children}</span>
}
