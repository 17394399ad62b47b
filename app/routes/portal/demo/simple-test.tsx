import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { listPackages } from '~/models/money/catalog/catalog.server'
import { methodsToShow } from '~/models/money/methods/payment-methods.server'
import { newNonce } from '~/models/money/payments/order.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { subscriptionAnswer } from '~/models/money/subscriptions/subscription-fields.server'
import { today } from '~/platform/clock.server'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { formAction } from '~/web/form-action.server'
import { packageField } from './start.schema'
import { requireDemoViewer, startPackage } from './start-package.server'

export const meta: MetaFunction = () => [{ title: 'Simple Test' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireDemoViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  return {
    packages: await listPackages(),
    paymentMethods: await methodsToShow(viewer.id),
    answer: subscription && (await subscriptionAnswer(subscription, today())),
  }
}

const schema = z.object({ package: packageField })

/** One click starts a package, as POST /api/subscriptions does. */
export const action = formAction({
  guard: requireDemoViewer,
  schema,
  failed: 'Subscription Creation Failed',
  run: ({ viewer, value }) =>
    startPackage(viewer, { id: value.package, startMonth: 'this-month', nonce: newNonce() }, paths.simpleTest()),
})

export default function SimpleTest() {
  const { packages, paymentMethods, answer } = useLoaderData<typeof loader>()
  const { field, ...form } = useAnswer(schema)
  return (
    <>
      <PageHeader title="Simple Test">One button per package, with the API's response. Demo mode only.</PageHeader>
      <div className="grid gap-6">
        <PostForm answer={form} className="grid gap-6">
          <FormError title={form.title} errors={field('package').meta.errors} />
          <Card title="Subscribe">
            <div className="flex flex-wrap gap-3">
              {packages.map(({ id, name, price }) => (
                <Button key={id} name="package" value={id} variant="secondary">
                  {name}, {formatCents(price)}
                </Button>
              ))}
            </div>
          </Card>
        </PostForm>
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
