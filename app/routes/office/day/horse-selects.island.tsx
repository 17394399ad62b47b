import { useState } from 'react'
import { SelectField } from '~/components/form/select-field'
import { Concerns, withConcerns } from '~/components/office/concerns'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import {
  choose,
  horseLabel,
  type PlanHorse,
  type PlanRide,
  planProblems,
  rideChoice,
} from '~/models/schedule/horses/plan/horse-plan'
import type { DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { concernsOf } from '~/models/schedule/match/match'
import { NO_HORSE_VALUE, officeLabel } from '~/models/vocabulary/attendance'
import type { LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

export interface ShownRide extends DayRide {
  /** The initially selected horse. */
  chosen: number | null
}

interface Lesson {
  time: string
  type: string
  rides: ShownRide[]
}

export const assignedTo = ({ proposed, horseId }: DayRide): number | null => (proposed ? null : horseId)

const horseOf = ({ key, horseId }: PlanRide) => [key, horseId] as const

/**
 * The rides' selects, by lesson. With scripts each choice immediately shows what speaks against it, and which riders
 * exchange horses.
 */
export function HorseSelects({
  date,
  rides,
  others,
  horses,
  single,
  prefix = '',
  later,
}: {
  date: LocalDate
  rides: ShownRide[]
  /** The other rides of the day, which use the same horses. */
  others: PlanRide[]
  horses: PlanHorse[]
  /** Whether they are of one lesson, which the dialog already names. */
  single: boolean
  /** The prefix of the fields' names. */
  prefix?: string
  /** The ID of a resting horse that a ride may keep for now. */
  later?: number
}) {
  const [chosen, setChosen] = useState<PlanRide[]>(() => [
    ...rides.map((ride) => ({ ...ride, horseId: ride.chosen })),
    ...others,
  ])
  const [exchanged, setExchanged] = useState<{ key: string; text: string } | null>(null)
  const before = [...rides.map((ride) => [ride.key, assignedTo(ride)] as const), ...others.map(horseOf)]
  const problems = planProblems(chosen, new Map(before), horses)
  const byHorse = groupBy(chosen, ({ horseId }) => horseId)
  const change = (key: string, value: string) => {
    const ours = new Set(rides.filter(({ away }) => !away).map((ride) => ride.key))
    const horseId = value === NO_HORSE_VALUE ? null : Number(value)
    const next = choose(chosen, { key, horseId }, horses, (other) => ours.has(other))
    const other = next.exchangedWith
    const horse = horses.find(({ id }) => id === other?.horseId)?.name
    setChosen(next.rides)
    setExchanged(other ? { key, text: `Swapped: ${other.rider} now has ${horse}` } : null)
  }
  let index = 0
  return lessonsOf(rides).map((lesson) => (
    <fieldset key={`${lesson.time} ${lesson.type}`} className="horse-lesson">
      <legend className={single ? 'sr-only' : undefined}>
        <Link to={paths.lesson({ date, ...lesson })} className="num">
          {formatTimeOfDay(lesson.time)} {lesson.type}
        </Link>
      </legend>
      {lesson.rides.map((ride) => {
        if (ride.away) return <AwayRow key={ride.key} ride={ride} />
        const row = chosen.find(({ key }) => key === ride.key)
        return row ? (
          <ChoiceRow
            key={ride.key}
            name={`${prefix}rides[${index++}]`}
            ride={ride}
            chosen={row}
            byHorse={byHorse}
            horses={horses}
            later={ride.savedHorseId === later ? later : undefined}
            notes={[
              ...problems.filter(({ keys }) => keys.includes(ride.key)).map(({ text }) => text),
              ...(exchanged?.key === ride.key ? [exchanged.text] : []),
            ]}
            onChange={(value) => change(ride.key, value)}
          />
        ) : null
      })}
    </fieldset>
  ))
}

function lessonsOf(rides: ShownRide[]): Lesson[] {
  const lessons = new Map<string, Lesson>()
  for (const ride of rides) {
    const { time, type } = ride
    const lesson = lessons.get(`${time} ${type}`) ?? { time, type, rides: [] }
    lesson.rides.push(ride)
    lessons.set(`${time} ${type}`, lesson)
  }
  return [...lessons.values()]
}

function ChoiceRow({
  name,
  ride,
  chosen,
  byHorse,
  horses,
  later,
  notes,
  onChange,
}: {
  name: string
  ride: DayRide
  chosen: PlanRide
  byHorse: ReadonlyMap<number | null, PlanRide[]>
  horses: PlanHorse[]
  later: number | undefined
  notes: string[]
  onChange: (value: string) => void
}) {
  const options = [
    { value: NO_HORSE_VALUE, label: 'Not assigned' },
    ...horses.map((horse) => ({
      value: String(horse.id),
      label:
        horse.id === later
          ? `Decide later (stays on ${horse.name})`
          : withConcerns(horseLabel(horse, chosen, byHorse.get(horse.id) ?? []), horse, ride),
      disabled: ![chosen.horseId, later].includes(horse.id) && (horse.onRest || !horse.isActive),
    })),
  ]
  const horse = horses.find(({ id }) => id === chosen.horseId)
  const isAsShown = chosen.horseId === ride.horseId
  return (
    <div className="horse-ride">
      <input type="hidden" name={`${name}.ride`} value={rideChoice(ride)} />
      <span className="horse-rider">{ride.rider}</span>
      <SelectField
        label={`Horse of ${ride.rider}`}
        hideLabel
        id={`${name}.horseId`}
        name={`${name}.horseId`}
        options={options}
        value={chosen.horseId === null ? NO_HORSE_VALUE : String(chosen.horseId)}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="horse-mark">{ride.proposed && isAsShown ? <Badge tone="info">Suggested</Badge> : null}</span>
      {ride.note && isAsShown ? <p className="col-span-full text-sm text-muted">{ride.note}.</p> : null}
      {notes.length ? (
        <p role="status" className="horse-note">
          {notes.map((note) => `${note}.`).join(' ')}
        </p>
      ) : null}
      {horse ? (
        <p role="status" className="horse-concerns">
          <Concerns horse={horse.name} concerns={concernsOf(horse, ride)} />
        </p>
      ) : null}
    </div>
  )
}

/** A rider who doesn't come needs no horse. */
function AwayRow({ ride: { rider, attendance } }: { ride: DayRide }) {
  return (
    <p className="horse-ride text-muted">
      <span className="horse-rider">{rider}</span> {officeLabel(attendance)}
    </p>
  )
}
