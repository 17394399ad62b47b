import { Field } from '~/components/form/field'
import { RowForm, type useRowAnswer } from '~/components/form/row-form'
import { SelectField } from '~/components/form/select-field'
import { HorseName } from '~/components/rides/horse-name'
import { Button, ButtonLink } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { COATS } from '~/models/school/coat'
import { LEVELS } from '~/models/vocabulary/level'
import { type HorseList, paths } from '~/utils/paths'
import { DueList } from './due-list'

interface ShownHorse {
  id: number
  name: string
  care: { text: string; late: boolean }[]
  resting: string | null
  dayLimit: number
  weekLimit: number
  gapMinutes: number
  maxWeightLb: number | null
  minLevel: string | null
  coat: string | null
  version: string
}

/** A horse's limits, coat, and care in one form, with the ways to its rest and its riders. */
export function HorseRow({
  horse: { id, name, care, resting, dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat, version },
  refused,
  action,
  list,
}: {
  horse: ShownHorse
  refused: ReturnType<ReturnType<typeof useRowAnswer>['of']>
  action: string
  list: HorseList
}) {
  const saved = { dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat }
  const shown = refused ? refused.typed : saved
  return (
    <RowForm
      id={id}
      name={name}
      label={<HorseName name={name} />}
      action={action}
      version={refused?.version ?? version}
    >
      <div className="w-32 sm:w-28">
        <Field
          label="Max per day"
          name="dayLimit"
          id={`day-${id}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={99}
          defaultValue={String(shown.dayLimit ?? '')}
        />
      </div>
      <div className="w-32 sm:w-28">
        <Field
          label="Max per week"
          name="weekLimit"
          id={`week-${id}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={999}
          defaultValue={String(shown.weekLimit ?? '')}
        />
      </div>
      <div className="w-32 sm:w-28">
        <Field
          label="Gap (min)"
          name="gapMinutes"
          id={`gap-${id}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={240}
          defaultValue={String(shown.gapMinutes ?? '')}
        />
      </div>
      <div className="w-32 sm:w-28">
        <Field
          label="Max rider (lb)"
          name="maxWeightLb"
          id={`weight-${id}`}
          type="number"
          inputMode="numeric"
          min={20}
          max={500}
          placeholder="Any"
          defaultValue={String(shown.maxWeightLb ?? '')}
        />
      </div>
      <div className="w-40 sm:w-36">
        <SelectField
          label="Minimum level"
          name="minLevel"
          id={`level-${id}`}
          options={[{ value: '', label: 'Any level' }, ...LEVELS.map(({ name, label }) => ({ value: name, label }))]}
          defaultValue={String(shown.minLevel ?? '')}
        />
      </div>
      <div className="w-40 sm:w-36">
        <SelectField
          label="Coat"
          name="coat"
          id={`coat-${id}`}
          options={[{ value: '', label: 'Not set' }, ...COATS.map(({ name, label }) => ({ value: name, label }))]}
          defaultValue={String(shown.coat ?? '')}
        />
      </div>
      {resting ? <p className="w-full font-semibold text-bad [overflow-wrap:anywhere]">{resting}</p> : null}
      {care.length > 0 ? (
        <Link to={paths.horseCare(id, list)} stay className="flex min-h-11 w-full items-center underline">
          <DueList due={care} />
        </Link>
      ) : null}
      <span className="ms-auto flex flex-wrap gap-2">
        <ButtonLink to={paths.horseCare(id, list)} stay variant="quiet" aria-label={`Care of ${name}`}>
          Care…
        </ButtonLink>
        <ButtonLink to={paths.restHorse(id, list)} stay variant="quiet" aria-label={`Rest of ${name}`}>
          Rest…
        </ButtonLink>
        <ButtonLink to={paths.horseRiders(id, list)} stay variant="quiet" aria-label={`Riders for ${name}`}>
          Riders…
        </ButtonLink>
        <Button name="intent" value="save" variant="secondary" aria-label={`Save ${name}`}>
          Save
        </Button>
        <ButtonLink
          to={paths.removeHorse(id, list)}
          stay
          variant="quiet"
          className="text-bad"
          aria-label={`Remove ${name}`}
        >
          Remove
        </ButtonLink>
      </span>
    </RowForm>
  )
}
