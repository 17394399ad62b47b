import { type Concern, concernsOf, type HorseLimits, type RiderFacts } from '~/models/schedule/match/match'

const MARKS = { beyond: '▲', unknown: '?', good: '✓' }

/** What to consider before this horse is assigned: red for an exceeded limit or a veto, yellow for a missing fact. */
export function Concerns({ horse, concerns }: { horse: string; concerns: readonly Concern[] }) {
  return concerns.map(({ kind, text }) => (
    <span key={text} className="concern" data-kind={kind}>
      <span aria-hidden="true">{MARKS[kind]}</span> {horse}: {text}
    </span>
  ))
}

/** Returns a horse's name for a select, followed by what speaks against this rider on it. */
export function withConcerns(label: string, horse: HorseLimits, rider: RiderFacts): string {
  const known = concernsOf(horse, rider).filter(({ kind }) => kind !== 'unknown')
  return [label, ...known.map(({ text }) => text)].join(' · ')
}
