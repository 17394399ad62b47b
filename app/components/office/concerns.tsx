import { type Concern, concernsOf, type HorseLimits, type RiderFacts } from '~/models/schedule/match/match'

const MARKS = { beyond: '▲', unknown: '?', good: '✓' }

/** What to think about before this horse is given: red beyond a limit or against the office's word, yellow if a fact is missing. */
export function Concerns({ horse, concerns }: { horse: string; concerns: readonly Concern[] }) {
  return concerns.map(({ kind, text }) => (
    <span key={text} className="concern" data-kind={kind}>
      <span aria-hidden="true">{MARKS[kind]}</span> {horse}: {text}
    </span>
  ))
}

/** A horse's name as a choice, with what is known of the two behind it. */
export function withConcerns(label: string, horse: HorseLimits, rider: RiderFacts): string {
  const known = concernsOf(horse, rider).filter(({ kind }) => kind !== 'unknown')
  return [label, ...known.map(({ text }) => text)].join(' · ')
}
