import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { cancelByOffice, keepByOffice } from '~/models/money/subscribing/by-office.server'
import { type RunningSubscription, runningAround } from '~/models/money/subscriptions/running-around.server'
import { endsAtOnce } from '~/models/vocabulary/subscription'
import { notFound } from '~/platform/refused'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Cancel Subscription' }]

async function find({ id = '', subscription }: LoaderFunctionArgs['params']): Promise<RunningSubscription | undefined> {
  return (await runningAround(id)).find((one) => String(one.id) === subscription)
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const subscription = await find(params)
  if (!subscription) throw new Response('Subscription not found.', { status: 404, statusText: 'Not Found' })
  const closeTo = paths.student(params.id ?? '')
  if (subscription.cancelAtPeriodEnd) throw redirect(closeTo)
  const { name, rider, payer, endsOn } = subscription
  const lastDay = endsAtOnce(subscription) ? null : formatDay(endsOn)
  return { name, rider: rider.name, payer: payer.name, lastDay, closeTo }
}

const schema = z.object({ do: z.enum(['cancel', 'keep']) })

/** Cancels a subscription for its family, or withdraws a cancellation. */
export const action = formAction({
  guard: requireAdmin,
  schema,
  failed: 'The subscription was not changed',
  refusedTo: ({ params: { id = '' } }) => paths.student(id),
  async run({ viewer, value, params }) {
    const subscription = await find(params)
    if (!subscription) throw notFound('This subscription has ended.')
    const to = paths.student(params.id ?? '')
    const [change, title] =
      value.do === 'keep' ? [keepByOffice, 'Subscription continues'] : [cancelByOffice, 'Subscription canceled']
    const told = await change(viewer.id, subscription)
    return { to, title, description: told ? `We wrote to ${subscription.payer.name}.` : undefined }
  },
})

export default function CancelForFamily() {
  const { name, rider, payer, lastDay, closeTo } = useLoaderData<typeof loader>()
  const answer = useAnswer(schema)
  return (
    <DialogForm
      title={`Cancel ${rider}’s subscription?`}
      closeTo={closeTo}
      answer={answer}
      submit="Cancel Subscription"
      cancel="Keep it"
      danger
    >
      <input type="hidden" name="do" value="cancel" />
      <p>
        {lastDay
          ? `${name} ends on ${lastDay}. Its lessons can be used until then, and nothing is charged again.`
          : `This month of ${name} isn’t paid, so it ends now. Nothing will be charged.`}
      </p>
      <p>{payer} pays for it and gets an email about this.</p>
    </DialogForm>
  )
}
