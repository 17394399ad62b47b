import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { RowForm, useRowAnswer } from '~/components/form/row-form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Link } from '~/components/ui/link'
import { RIDE_TYPE_COUNTERS } from '~/models/allowance/counters'
import { rideTypeSchema } from '~/models/rides/ride-type.schema'
import { addRideType, listRideTypes, saveRideType } from '~/models/rides/ride-type.server'
import { dayOf } from '~/models/schedule/week-address'
import { versionOf, withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Settings' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const types = await listRideTypes()
  return {
    types: types.map((type) => {
      const { color, sortOrder, isActive, capacity } = type
      return { ...type, version: versionOf({ color, sortOrder, isActive, capacity }) }
    }),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: rideTypeSchema,
  failed: 'The ride type was not saved',
  async run({ viewer, value, query, shown }) {
    const to = paths.scheduleSettings({ day: dayOf(query.get('day')) ?? undefined })
    if (value.intent === 'add') {
      return { to, title: 'Ride Type Added', description: await addRideType(viewer.id, value) }
    }
    const { id, color, sortOrder, capacity, onOffer } = value
    const look = { color, sortOrder, capacity, isActive: onOffer === 'on' }
    const { name, kept } = await saveRideType(viewer.id, id, look, shown)
    return { to, title: 'Ride Type Saved', description: withKept(name, kept) }
  },
})

export default function Settings() {
  const { types } = useLoaderData<typeof loader>()
  const refused = useRowAnswer()
  const day = dayOf(useSearchParams()[0].get('day')) ?? undefined
  const address = paths.scheduleSettings({ day })
  return (
    <Dialog title="Settings" closeTo={paths.admin({ day })} wide>
      <FormError title={refused.title} errors={refused.errors} />
      <h3>Ride types</h3>
      <ul>
        {types.map(({ id, name, color, sortOrder, isActive, capacity, version }) => {
          const again = refused.of(id)
          const shown = again ? again.typed : { color, sortOrder, capacity, onOffer: isActive }
          return (
            <RowForm key={`${id} ${version}`} id={id} name={name} action={address} version={again?.version ?? version}>
              <Look
                id={String(id)}
                color={String(shown.color)}
                sortOrder={String(shown.sortOrder ?? '')}
                capacity={String(shown.capacity ?? '')}
              />
              <Checkbox label="Active" name="onOffer" defaultChecked={Boolean(shown.onOffer)} />
              <Button name="intent" value="save" variant="secondary" className="ms-auto" aria-label={`Save ${name}`}>
                Save
              </Button>
            </RowForm>
          )
        })}
      </ul>
      <Form
        key={types.length}
        method="post"
        action={address}
        stay
        aria-label="New ride type"
        className="flex flex-wrap items-end gap-3 py-3"
      >
        <Csrf />
        <div className="min-w-40 flex-1">
          <Field label="New ride type" name="name" maxLength={100} autoComplete="off" required />
        </div>
        <Look id="new" color="#5d5446" sortOrder={String((types.at(-1)?.sortOrder ?? 0) + 1)} capacity="" />
        <SelectField
          label="Counts as"
          name="counter"
          options={[
            { value: '', label: 'nothing (log only)' },
            ...RIDE_TYPE_COUNTERS.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
        <Button name="intent" value="add">
          Add
        </Button>
      </Form>
      <p>
        <Link to={paths.waitlists()} className="link inline-flex min-h-11 items-center">
          Waitlists
        </Link>
      </p>
      <h3 className="mt-4">Usage limits</h3>
      <p>
        <Link to={paths.manageHorses()} className="link inline-flex min-h-11 items-center">
          Max rides per horse
        </Link>
      </p>
      <h3 className="mt-4">School</h3>
      <p>
        <Link to={paths.settings()} className="link inline-flex min-h-11 items-center">
          Prices, fees, school, and administrators
        </Link>
      </p>
    </Dialog>
  )
}

function Look(look: { id: string; color: string; sortOrder: string; capacity: string }) {
  const { id, color, sortOrder, capacity } = look
  return (
    <>
      <div className="w-20">
        <Field label="Color" name="color" id={`color-${id}`} type="color" defaultValue={color} className="p-1" />
      </div>
      <div className="w-20">
        <Field
          label="Order"
          name="sortOrder"
          id={`order-${id}`}
          type="number"
          inputMode="numeric"
          min={0}
          max={999}
          defaultValue={sortOrder}
        />
      </div>
      <div className="w-20">
        <Field
          label="Places"
          name="capacity"
          id={`capacity-${id}`}
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
          placeholder="any"
          defaultValue={capacity}
        />
      </div>
    </>
  )
}
