import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { sayMakeup } from '~/models/makeups/makeup'
import { listMakeups } from '~/models/makeups/makeup-list.server'
import { changeMakeupSchema } from '~/models/makeups/office-makeup.schema'
import { restoreMakeup, revokeMakeup } from '~/models/makeups/office-makeup.server'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Makeup' }]

function idOf(text = ''): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound('This makeup no longer exists')
  return Number(text)
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [makeup] = await listMakeups({ today: today(), id: idOf(params.makeupId) })
  if (!makeup) throw notFound('This makeup no longer exists')
  return { makeup }
}

export const action = formAction({
  guard: requireAdmin,
  schema: changeMakeupSchema,
  failed: 'Not saved',
  async run({ viewer, value, params }) {
    const id = idOf(params.makeupId)
    if (value.intent === 'restore') {
      await restoreMakeup(viewer.id, id)
      return { to: paths.makeups({ show: 'all' }), title: 'Makeup given back' }
    }
    await revokeMakeup(viewer.id, id, value.reason ?? '')
    return { to: paths.makeups({ show: 'all' }), title: 'Makeup taken back', description: value.reason }
  },
})

export default function Makeup() {
  const { makeup } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer<typeof changeMakeupSchema>()
  const isRevoked = makeup.state === 'revoked'
  return (
    <DialogForm
      title={isRevoked ? 'Give this makeup back?' : 'Take this makeup back?'}
      closeTo={paths.makeups()}
      above={
        <p className="mb-4">
          {makeup.rider}. {sayMakeup(makeup)}
        </p>
      }
      answer={answer}
      submit={isRevoked ? 'Give back' : 'Take back'}
      danger={!isRevoked}
    >
      <input type="hidden" name="intent" value={isRevoked ? 'restore' : 'revoke'} />
      {isRevoked ? null : <Field label="Reason" required maxLength={300} autoComplete="off" {...field('reason')} />}
    </DialogForm>
  )
}
