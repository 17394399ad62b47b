import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import { NO_HORSE } from '~/models/attendance/attendance'
import type { DayRide, ShownPlan } from '~/models/horses/day-plan.server'
import { horseOfVersion } from '~/models/horses/horse-plan'
import type { assignHorsesSchema } from '~/models/horses/horse-plan.schema'
import { assignedTo, HorseSelects, type ShownRide } from './horse-selects.island'

/** Rides of a day, or of one of its lessons, with a select for the horse of each; one Save for all of them. */
export function HorseForm({
  plan,
  single = false,
  action,
  cancelTo,
}: {
  plan: ShownPlan
  /** They are of one lesson, which the dialog names already. */
  single?: boolean
  action: string
  cancelTo: string
}) {
  const { field, ...answer } = useAnswer<typeof assignHorsesSchema>()
  const typed = typedHorses(answer.form.initialValue?.rides)
  const choices = {
    date: plan.date,
    rides: shownRides(plan, typed),
    others: plan.others,
    horses: plan.horses,
    single,
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

/** Each with the horse that its select begins with. */
const shownRides = ({ rides }: ShownPlan, typed: Map<string, Typed>): ShownRide[] =>
  rides.map((ride) => {
    const chosen = ride.away ? undefined : typedHorse(ride, typed)
    const first = ride.away ? assignedTo(ride) : ride.horseId
    return { ...ride, chosen: chosen === undefined ? first : chosen }
  })
