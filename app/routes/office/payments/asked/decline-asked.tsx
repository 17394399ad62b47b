import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { declineSchema } from '~/models/money/payments/offline/record-payment.schema'
import { declineAsked, findAsked } from '~/models/money/payments/orders/at-school.server'
import { orderParam } from '~/utils/fields'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Decline an Order' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { name, what, total } = await findAsked(orderParam(params))
  return { name, what, total: formatCents(total) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: declineSchema,
  refusedTo: () => paths.askedOrders(),
  failed: 'Not declined',
  async run({ viewer, value, params }) {
    const id = orderParam(params)
    const { name } = await findAsked(id)
    await declineAsked(viewer.id, id, value)
    return { to: paths.askedOrders(), title: 'Order declined', description: name }
  },
})

export default function DeclineAsked() {
  const { name, what, total } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(declineSchema)
  return (
    <DialogForm title={`Decline: ${name}`} closeTo={paths.askedOrders()} answer={answer} submit="Decline Order" danger>
      <p>
        {what.join('; ')}, {total}. Their first screen says that you couldn’t take this order. They get no message.
      </p>
      <Field label="Reason" hint="They read it. You can leave it blank." {...field('reason')} />
    </DialogForm>
  )
}
