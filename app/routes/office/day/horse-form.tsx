import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Button, ButtonLink } from '~/components/ui/button'
import type { ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { assignHorsesSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { HorseSelects } from './horse-selects.island'
import { shownRides, typedHorses } from './shown-rides'

/** The rides of a day or of one lesson, each with a select for its horse, and one Save button. */
export function HorseForm({
  plan,
  single = false,
  action,
  cancelTo,
}: {
  plan: ShownPlan
  /** Whether they are of one lesson, which the dialog already names. */
  single?: boolean
  action: string
  cancelTo: string
}) {
  const { field, ...answer } = useAnswer(assignHorsesSchema)
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
