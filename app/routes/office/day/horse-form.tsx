import { Link } from '@remix-run/react'
import { useState } from 'react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { officeLabel } from '~/models/attendance/attendance'
import { NO_HORSE } from '~/models/attendance/attendance.schema'
import type { DayPlan, DayRide } from '~/models/horses/day-plan.server'
import { choose, horseLabel, type PlanHorse, type PlanRide, planProblems } from '~/models/horses/horse-plan'
import { type assignHorsesSchema, horseOfVersion, rideChoice } from '~/models/horses/horse-plan.schema'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

interface Lesson {
  time: string
  type: string
  rides: DayRide[]
}

/** Every ride of a day, or of one of its lessons, with a select for its horse; one Save for all of them. */
export function HorseForm({
  plan,
  only,
  action,
  cancelTo,
}: {
  plan: DayPlan
  /** The lesson, if the form is not about the whole day. */
  only?: { time: string; type: string }
  action: string
  cancelTo: string
}) {
  const { field, ...answer } = useAnswer<typeof assignHorsesSchema>()
  const typed = typedHorses(answer.form.initialValue?.rides)
  // What another person changed meanwhile, and what was refused, begin the form anew.
  const shown = JSON.stringify([plan.rides.map(({ version }) => version), [...typed]])
  const reason = field('overReason')
  const asked = Boolean(reason.meta.errors?.length)
  return (
    <PostForm answer={answer} failed="The horses were not saved" action={action} preventScrollReset>
      <Choices key={shown} plan={plan} only={only} typed={typed} />
      <Field
        label="Reason, if a horse goes beyond its limit"
        maxLength={300}
        hint="One for all; shown in the horses' week."
        {...reason}
        autoFocus={asked}
      />
      <div className="horse-save">
        <ButtonLink to={cancelTo} preventScrollReset variant="secondary">
          Cancel
        </ButtonLink>
        <Button>Save Horses</Button>
      </div>
    </PostForm>
  )
}

interface Typed {
  version: string
  value: string
}

/** What a refused form had chosen, by time and rider. */
function typedHorses(rides: unknown): Map<string, Typed> {
  const rows = Array.isArray(rides) ? rides : []
  return new Map(
    rows.flatMap((row: { ride?: unknown; horseId?: unknown } | null | undefined) => {
      if (typeof row?.ride !== 'string') return []
      const [time, version = '', ...riderId] = row.ride.split(' ')
      const value = typeof row.horseId === 'string' ? row.horseId : NO_HORSE
      return [[`${time} ${riderId.join(' ')}`, { version, value }] as const]
    }),
  )
}

/** Undefined if the loader's horse is shown: nothing was chosen, or somebody else changed a ride that this form left alone. */
function typedHorse(ride: DayRide, typed: Map<string, Typed>): number | null | undefined {
  const chosen = typed.get(`${ride.time} ${ride.riderId}`)
  if (!chosen) return undefined
  const horseId = chosen.value === NO_HORSE ? null : Number(chosen.value)
  const left = horseId === horseOfVersion(chosen.version) && chosen.version !== ride.version
  return left ? undefined : horseId
}

function Choices({
  plan: { date, rides, horses },
  only,
  typed,
}: {
  plan: DayPlan
  only: { time: string; type: string } | undefined
  typed: Map<string, Typed>
}) {
  const isOurs = (ride: DayRide) => !ride.away && (!only || (ride.time === only.time && ride.type === only.type))
  const [chosen, setChosen] = useState<PlanRide[]>(() =>
    rides.map((ride) => {
      if (!isOurs(ride)) return { ...ride, horseId: assignedTo(ride) }
      const horseId = typedHorse(ride, typed)
      return horseId === undefined ? ride : { ...ride, horseId }
    }),
  )
  const [exchanged, setExchanged] = useState<{ key: string; text: string } | null>(null)
  const problems = planProblems(chosen, new Map(rides.map((ride) => [ride.key, assignedTo(ride)])), horses)
  const change = (key: string, value: string) => {
    const ours = new Set(rides.filter(isOurs).map((ride) => ride.key))
    const next = choose(chosen, key, value === NO_HORSE ? null : Number(value), horses, (other) => ours.has(other))
    const other = next.exchangedWith
    const horse = horses.find(({ id }) => id === other?.horseId)?.name
    setChosen(next.rides)
    setExchanged(other ? { key, text: `Exchanged: ${other.rider} has ${horse} now` } : null)
  }
  let index = 0
  return lessonsOf(rides, only).map((lesson) => (
    <fieldset key={`${lesson.time} ${lesson.type}`} className="horse-lesson">
      <legend className={only ? 'sr-only' : undefined}>
        <Link to={paths.lesson({ date, ...lesson })} className="num">
          {formatTimeOfDay(lesson.time)} {lesson.type}
        </Link>
      </legend>
      {lesson.rides.map((ride) => {
        if (!isOurs(ride)) return <AwayRow key={ride.key} ride={ride} />
        const row = chosen.find(({ key }) => key === ride.key)
        return row ? (
          <ChoiceRow
            key={ride.key}
            name={`rides[${index++}]`}
            ride={ride}
            chosen={row}
            others={chosen}
            horses={horses}
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

const assignedTo = ({ proposed, horseId }: DayRide) => (proposed ? null : horseId)

function lessonsOf(rides: DayRide[], only: { time: string; type: string } | undefined): Lesson[] {
  const lessons = new Map<string, Lesson>()
  for (const ride of rides) {
    const { time, type } = ride
    if (only && (time !== only.time || type !== only.type)) continue
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
  others,
  horses,
  notes,
  onChange,
}: {
  name: string
  ride: DayRide
  chosen: PlanRide
  others: PlanRide[]
  horses: PlanHorse[]
  notes: string[]
  onChange: (value: string) => void
}) {
  const options = [
    { value: NO_HORSE, label: 'Not assigned' },
    ...horses.map((horse) => ({
      value: String(horse.id),
      label: horseLabel(horse, chosen, others),
      disabled: horse.id !== chosen.horseId && (horse.onRest || !horse.isActive),
    })),
  ]
  const proposed = ride.proposed && chosen.horseId === ride.horseId
  return (
    <div className="horse-ride">
      <input type="hidden" name={`${name}.ride`} value={rideChoice(ride)} />
      <span className="horse-rider">{ride.rider}</span>
      <SelectField
        label={`Horse of ${ride.rider}`}
        hideLabel
        name={`${name}.horseId`}
        options={options}
        value={chosen.horseId === null ? NO_HORSE : String(chosen.horseId)}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="horse-mark">{proposed ? <Badge tone="info">Proposed</Badge> : null}</span>
      {notes.length ? (
        <p role="status" className="horse-note">
          {notes.map((note) => `${note}.`).join(' ')}
        </p>
      ) : null}
    </div>
  )
}

/** Somebody who does not come needs no horse. */
function AwayRow({ ride: { rider, attendance } }: { ride: DayRide }) {
  return (
    <p className="horse-ride text-muted">
      <span className="horse-rider">{rider}</span> {officeLabel(attendance)}
    </p>
  )
}
