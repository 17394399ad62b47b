import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { RowForm, useRowAnswer } from '~/components/form/row-form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { rideTypeSchema } from '~/models/schedule/rides/ride-type.schema'
import { addRideType, listRideTypes, saveRideType } from '~/models/schedule/rides/ride-type.server'
import { dayOf } from '~/models/schedule/week/week-address'
import { RIDE_TYPE_COUNTERS } from '~/models/vocabulary/counters'
import { versionOf, withKept } from '~/platform/version'
import { isSettingsPath, paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { SettingsList } from '../settings/settings-list'

export const meta: MetaFunction = () => [{ title: 'Ride types' }]

/** Returns whether it is the settings' page or the dialog over the week, and the day in view. */
function placeOf({ pathname, search }: { pathname: string; search: string }) {
  const day = dayOf(new URLSearchParams(search).get('day')) ?? undefined
  const inSettings = isSettingsPath(pathname)
  return { day, inSettings, address: inSettings ? paths.rideTypeSettings() : paths.scheduleSettings({ day }) }
}

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
  confirms: true,
  failed: 'The ride type was not saved',
  async run({ viewer, value, request, version }) {
    const to = placeOf(new URL(request.url)).address
    if (value.intent === 'add') {
      return { to, title: 'Ride Type Added', description: await addRideType(viewer.id, value) }
    }
    const { id, color, sortOrder, capacity, onOffer } = value
    const look = { color, sortOrder, capacity, isActive: onOffer === 'on' }
    const { name, kept } = await saveRideType(viewer.id, id, look, version)
    return { to, title: 'Ride Type Saved', description: withKept(name, kept) }
  },
})

export default function RideTypes() {
  const { types } = useLoaderData<typeof loader>()
  const refused = useRowAnswer()
  const { day, inSettings, address } = placeOf(useLocation())
  return (
    <SettingsList title="Ride types" dialog="Ride types" closeTo={paths.admin({ day })}>
      <FormError title={refused.title} errors={refused.errors} />
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
      {inSettings ? null : (
        <p>
          <Link to={paths.settings()} className="link inline-flex min-h-11 items-center">
            All settings
          </Link>
        </p>
      )}
    </SettingsList>
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
          label="Spots"
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
