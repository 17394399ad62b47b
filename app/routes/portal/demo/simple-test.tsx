import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { listPackages } from '~/models/catalog/catalog.server'
import { newNonce } from '~/models/payments/order.server'
import { createSchema } from '~/models/subscriptions/subscription.schema'
import { subscriptionAnswer, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { methodsToShow } from '~/services/stripe/payment-methods.server'
import { createSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { requireDemo } from '~/web/demo.server'
import { redirectToNextStep } from '~/web/subscription-start.server'

export const meta: MetaFunction = () => [{ title: 'Simple Test' }]

export async function loader({ request }: LoaderFunctionArgs) {
  requireDemo()
  const viewer = await requireViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  return {
    packages: await listPackages(),
    paymentMethods: await methodsToShow(viewer.id),
    answer: subscription && subscriptionAnswer(subscription),
  }
}

/** One click starts a package, as POST /api/subscriptions does. */
export async function action({ request }: ActionFunctionArgs) {
  requireDemo()
  const viewer = await requireViewer(request)
  const form = await csrfForm(request)
  const item = { type: 'package', id: Number(form.get('package')), quantity: 1, paymentType: 'recurring' }
  const body = createSchema.safeParse({ items: [item] })
  if (!body.success) return data({ error: 'Please select a package first' }, { status: 400 })
  try {
    const [saved] = (await methodsToShow(viewer.id)) ?? []
    const method = saved?.type ?? 'card'
    const outcome = await createSubscription(viewer.id, { ...body.data, method, nonce: newNonce() })
    return redirectToNextStep(outcome, paths.simpleTest(), paths.simpleTest())
  } catch (error) {
    if (error instanceof Refused) return data({ error: error.message }, { status: error.status })
    throw error
  }
}

export default function SimpleTest() {
  const { packages, paymentMethods, answer } = useLoaderData<typeof loader>()
  const error = useActionData<typeof action>()?.error
  return (
    <>
      <PageHeader title="Simple Test">
        One button a package, and what the API answers. It is part of demo mode only.
      </PageHeader>
      <div className="grid gap-6">
        <FormError title="Subscription Creation Failed" errors={error ? [error] : null} />
        <Card title="Subscribe">
          <Form method="post" className="flex flex-wrap gap-3">
            <Csrf />
            {packages.map(({ id, name, price }) => (
              <Button key={id} name="package" value={id} variant="secondary">
                {name}, {formatCents(price)}
              </Button>
            ))}
          </Form>
        </Card>
        <Answer title="GET /api/subscriptions/user" answer={answer} />
        <Answer title="GET /api/payment-methods" answer={{ paymentMethods }} />
      </div>
    </>
  )
}

function Answer({ title, answer }: { title: string; answer: unknown }) {
  return (
    <Card title={title}>
      <pre className="text-sm break-words whitespace-pre-wrap">{JSON.stringify(answer, null, 2)}</pre>
    </Card>
  )
}
