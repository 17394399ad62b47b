import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { NO_HORSE } from '~/models/attendance/attendance'
import type { DayPlan, DayRide } from '~/models/horses/day-plan.server'
import { horseOfVersion } from '~/models/horses/horse-plan'
import type { assignHorsesSchema } from '~/models/horses/horse-plan.schema'
import { assignedTo, HorseSelects, type ShownRide } from './horse-selects.island'

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
  const choices = {
    date: plan.date,
    rides: shownRides(plan, only, typed),
    horses: plan.horses,
    single: only !== undefined,
  }
  const reason = field('overReason')
  const asked = Boolean(reason.meta.errors?.length)
  return (
    <PostForm answer={answer} failed="The horses were not saved" action={action} stay>
      <Island name="horses" props={choices}>
        <HorseSelects {...choices} />
      </Island>
      <Field
        label="Reason, if a horse exceeds its limit"
        maxLength={300}
        hint="One reason for all of them. It shows on the Horses page."
        {...reason}
        autoFocus={asked}
      />
      <div className="horse-save">
        <ButtonLink to={cancelTo} stay variant="secondary">
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

const isIn = (lesson: { time: string; type: string } | undefined, { time, type }: DayRide) =>
  !lesson || (lesson.time === time && lesson.type === type)

/** The rides of the day, each with the horse that its select begins with. */
function shownRides(
  { rides }: DayPlan,
  only: { time: string; type: string } | undefined,
  typed: Map<string, Typed>,
): ShownRide[] {
  return rides.map((ride) => {
    const isOurs = !ride.away && isIn(only, ride)
    const chosen = isOurs ? typedHorse(ride, typed) : undefined
    const first = isOurs ? ride.horseId : assignedTo(ride)
    return { ...ride, isListed: isIn(only, ride), isOurs, chosen: chosen === undefined ? first : chosen }
  })
}
