import { type Concern, concernsOf, type HorseLimits, isBeyond, type RiderFacts } from '~/models/match/match'

/** What to think about before this horse is given: red beyond a limit, yellow if a fact is missing. */
export function Concerns({ horse, concerns }: { horse: string; concerns: readonly Concern[] }) {
  return concerns.map(({ kind, text }) => (
    <span key={text} className="concern" data-kind={kind}>
      <span aria-hidden="true">{kind === 'beyond' ? '▲' : '?'}</span> {horse}: {text}
    </span>
  ))
}

/** A horse's name as a choice, with what is beyond its limits behind it. */
export function withConcerns(label: string, horse: HorseLimits, rider: RiderFacts): string {
  const beyond = concernsOf(horse, rider).filter(isBeyond)
  return [label, ...beyond.map(({ text }) => text)].join(' · ')
}
