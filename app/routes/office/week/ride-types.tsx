import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { RowForm } from '~/components/form/row-form'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { RIDE_TYPE_COUNTERS } from '~/models/allowance/counters'
import { rideTypeSchema } from '~/models/rides/ride-type.schema'
import { listRideTypes, saveRideType } from '~/models/rides/ride-type.server'
import { dayOf } from '~/models/schedule/week-address'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Settings' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { types: await listRideTypes() }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const change = rideTypeSchema.safeParse(Object.fromEntries(await csrfForm(request)))
  if (!change.success) return data({ error: change.error.issues[0]?.message ?? '' }, { status: 400 })
  const day = dayOf(new URL(request.url).searchParams.get('day')) ?? undefined
  try {
    const name = await saveRideType(viewer.id, change.data)
    return await redirectWithToast(paths.scheduleSettings({ day }), {
      type: 'success',
      title: change.data.intent === 'add' ? 'Ride Type Added' : 'Ride Type Saved',
      description: name,
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ error: refused.message }, { status: refused.status })
  }
}

export default function Settings() {
  const { types } = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  const day = dayOf(useSearchParams()[0].get('day')) ?? undefined
  const address = paths.scheduleSettings({ day })
  return (
    <Dialog title="Settings" closeTo={paths.admin({ day })} wide>
      <FormError title="The ride type was not saved" errors={error ? [error] : null} />
      <h3>Ride types</h3>
      <ul>
        {types.map(({ id, name, color, sortOrder, isActive }) => (
          <RowForm key={`${id} ${color} ${sortOrder} ${isActive}`} id={id} name={name} action={address}>
            <Look id={String(id)} color={color} sortOrder={sortOrder} />
            <Checkbox label="Offered" name="onOffer" defaultChecked={isActive} />
            <Button name="intent" value="save" variant="secondary" className="ms-auto" aria-label={`Save ${name}`}>
              Save
            </Button>
          </RowForm>
        ))}
      </ul>
      <Form
        key={types.length}
        method="post"
        action={address}
        preventScrollReset
        aria-label="New ride type"
        className="flex flex-wrap items-end gap-3 py-3"
      >
        <Csrf />
        <div className="min-w-40 flex-1">
          <Field label="New ride type" name="name" maxLength={100} autoComplete="off" required />
        </div>
        <Look id="new" color="#5d5446" sortOrder={(types.at(-1)?.sortOrder ?? 0) + 1} />
        <SelectField
          label="Uses"
          name="counter"
          options={[
            { value: '', label: 'Nothing, logged only' },
            ...RIDE_TYPE_COUNTERS.map(({ name, label }) => ({ value: name, label })),
          ]}
        />
        <Button name="intent" value="add">
          Add
        </Button>
      </Form>
      <h3 className="mt-4">Usage limits</h3>
      <p>
        <Link to={paths.manageHorses()} className="link inline-flex min-h-11 items-center">
          Rides a day and a week of each horse
        </Link>
      </p>
      <h3 className="mt-4">School</h3>
      <p>
        <Link to={paths.settings()} className="link inline-flex min-h-11 items-center">
          Prices, fee, the school and its administrators
        </Link>
      </p>
    </Dialog>
  )
}

function Look({ id, color, sortOrder }: { id: string; color: string; sortOrder: number }) {
  return (
    <>
      <div className="w-20">
        <Field label="Colour" name="color" id={`color-${id}`} type="color" defaultValue={color} className="p-1" />
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
    </>
  )
}
