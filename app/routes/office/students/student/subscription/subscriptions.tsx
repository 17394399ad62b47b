import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import type { RunningSubscription } from '~/models/money/subscriptions/running-around.server'
import { endsAtOnce, subscriptionLabel } from '~/models/vocabulary/subscription'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** Returns a subscription as a student's page shows it. */
export const officeView = (subscription: RunningSubscription, studentId: string) => {
  const { id, name, rider, payer, cancelAtPeriodEnd, renewsOn } = subscription
  const atOnce = endsAtOnce(subscription)
  return {
    id,
    name,
    rider: rider.id === studentId ? null : rider,
    payer: payer.id === studentId ? null : payer,
    state: subscriptionLabel(subscription),
    renewsOn: atOnce || cancelAtPeriodEnd ? null : formatDayShort(renewsOn),
    isEnding: cancelAtPeriodEnd,
  }
}

/** A student's subscriptions, and what was paid for them: the office may end them for the family. */
export function Subscriptions({ id, subscriptions }: { id: string; subscriptions: ReturnType<typeof officeView>[] }) {
  if (!subscriptions.length) return null
  return (
    <Card title={subscriptions.length === 1 ? 'Subscription' : 'Subscriptions'}>
      <ul>
        {subscriptions.map(({ id: subscription, name, rider, payer, state, renewsOn, isEnding }) => (
          <li
            key={subscription}
            id={`subscription-${subscription}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="me-auto">
              <strong>{name}</strong>, {state}
              {renewsOn ? <span className="num text-muted">, renews {renewsOn}</span> : null}
              {rider ? (
                <p>
                  For <PersonLink {...rider} />
                </p>
              ) : null}
              {payer ? (
                <p>
                  Paid by <PersonLink {...payer} />
                </p>
              ) : null}
            </div>
            {isEnding ? (
              <Form method="post" action={paths.officeSubscription(id, subscription)}>
                <Csrf />
                <Button name="do" value="keep" variant="secondary" size="small">
                  Keep
                </Button>
              </Form>
            ) : (
              <ButtonLink to={paths.officeSubscription(id, subscription)} stay variant="secondary" size="small">
                Cancel
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const PersonLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center">
    {name || 'No name'}
  </Link>
)
