import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { RowForm } from '~/components/form/row-form'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { manageHorsesSchema } from '~/models/horses/horse.schema'
import { addHorse, listHorses, removeHorse, saveHorse } from '~/models/horses/horse.server'
import { dayOf } from '~/models/schedule/week-address'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Manage Horses' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { horses: await listHorses() }
}

/** Specification, section 8. */
const FAILED = {
  add: 'Failed to add horse. Please try again.',
  save: 'Failed to save horse',
  remove: 'Failed to remove horse. Please try again.',
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const form = Object.fromEntries(await csrfForm(request))
  const change = manageHorsesSchema.safeParse(form)
  if (!change.success) {
    const message = change.error.issues[0]?.message ?? ''
    return data({ title: FAILED.save, error: message }, { status: 400 })
  }
  const week = dayOf(new URL(request.url).searchParams.get('week')) ?? undefined
  try {
    return await redirectWithToast(paths.manageHorses({ week }), {
      type: 'success',
      ...(await manage(viewer.id, change.data)),
    })
  } catch (error) {
    const refused = refusalOf(error)
    return data({ title: FAILED[change.data.intent], error: refused.message }, { status: refused.status })
  }
}

const rides = (count: number) => `${count} ${count === 1 ? 'ride' : 'rides'}`

async function manage(
  actorId: string,
  change: ReturnType<typeof manageHorsesSchema.parse>,
): Promise<{ title: string; description?: string }> {
  if (change.intent === 'add') {
    return { title: 'Horse Added', description: (await addHorse(actorId, change.name)).name }
  }
  if (change.intent === 'remove') {
    const { name, freed } = await removeHorse(actorId, change.id)
    return {
      title: 'Horse Removed',
      description: freed ? `Another horse is needed for ${rides(freed)} to come` : `${name}'s history is kept`,
    }
  }
  const { id, dayLimit, weekLimit, onRest } = change
  const { name, coming } = await saveHorse(actorId, id, { dayLimit, weekLimit, onRest: onRest === 'on' })
  return {
    title: 'Horse Saved',
    description: coming ? `${name} is on rest, and still has ${rides(coming)} to come` : name,
  }
}

export default function ManageHorses() {
  const { horses } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const week = dayOf(useSearchParams()[0].get('week')) ?? undefined
  const address = paths.manageHorses({ week })
  return (
    <Dialog title="Manage Horses" closeTo={paths.horses({ week })} wide>
      <FormError title={refused?.title} errors={refused ? [refused.error] : null} />
      <Form method="post" action={address} preventScrollReset className="mb-4 flex items-end gap-2">
        <Csrf />
        <div className="min-w-0 flex-1">
          <Field label="New horse" name="name" maxLength={100} autoComplete="off" required />
        </div>
        <Button name="intent" value="add">
          Add Horse
        </Button>
      </Form>
      {horses.length === 0 ? <EmptyState title="No horses yet. Add the first one above." /> : null}
      <ul>
        {horses.map(({ id, name, onRest, dayLimit, weekLimit }) => (
          <RowForm key={`${id} ${dayLimit} ${weekLimit} ${onRest}`} id={id} name={name} action={address}>
            <div className="w-24">
              <Field
                label="A day"
                name="dayLimit"
                id={`day-${id}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={99}
                defaultValue={dayLimit}
              />
            </div>
            <div className="w-24">
              <Field
                label="A week"
                name="weekLimit"
                id={`week-${id}`}
                type="number"
                inputMode="numeric"
                min={0}
                max={999}
                defaultValue={weekLimit}
              />
            </div>
            <Checkbox label="On rest" name="onRest" defaultChecked={onRest} />
            <span className="ms-auto flex gap-2">
              <Button name="intent" value="save" variant="secondary" aria-label={`Save ${name}`}>
                Save
              </Button>
              <Button name="intent" value="remove" variant="quiet" aria-label={`Remove ${name}`}>
                Remove
              </Button>
            </span>
          </RowForm>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        Rides a day and a week; 0 is no limit. A removed horse keeps its history; add its name again to bring it back.
      </p>
    </Dialog>
  )
}
