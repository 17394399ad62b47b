import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Checkbox } from '~/components/form/checkbox'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { leaveAccount } from '~/models/money/connection/leave-account.server'
import { startTrial } from '~/models/money/payments/provider/trial.server'
import { paymentKeysSchema } from '~/models/school/server-settings.schema'
import { findServerPart } from '~/models/school/server-settings.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { namesOf } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { limitTries } from '~/platform/rate-limit.server'
import { saveAndTell } from '~/services/mail/server-change-mail.server'
import { checkConnection } from '~/services/stripe/connection-problems.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { connect } from './connect-form.server'
import { endOfTrial } from './end-of-trial.server'
import { Remove } from './remove'
import { SetElsewhere } from './set-elsewhere'
import { Unreadable } from './unreadable'

export const meta: MetaFunction = () => [{ title: 'Card Payments' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const tried = new URL(request.url).searchParams.get('tried')
  if (tried) throw await endOfTrial(tried)
  const [{ by, settings, version }, changes] = await Promise.all([
    findServerPart('payments'),
    listSettingChanges({ entity: 'school', entityId: 'payments' }),
  ])
  const { stripe } = getEnv()
  const { problems, isReached } = await checkConnection()
  return {
    by,
    secret: settings.STRIPE_SECRET_KEY ?? null,
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY?.shows ?? '',
    isTest: stripe ? stripe.secretKey.includes('_test_') : null,
    isConnected: paymentProvider() !== null,
    problems: by === 'demo' ? [] : isReached ? problems : ['Stripe did not answer just now.'],
    version,
    changes,
  }
}

export const action = byIntent({
  connect: formAction({
    guard: requireAdmin,
    schema: paymentKeysSchema,
    confirms: true,
    failed: 'Not saved',
    hide: ['secretKey'],
    asks: ['otherAccount'],
    async run({ viewer, value, version }) {
      // Trying random keys is stopped here, not at the provider.
      await limitTries(`connect:${viewer.id}`, { max: 20, seconds: 10 * 60 })
      const notes = await connect(viewer, value, version)
      const description = notes.join(' ') || 'Now pay $1 to see that it works.'
      return { to: paths.cardPayments(), title: 'Connected to Stripe', description }
    },
  }),
  try: formAction({
    guard: requireAdmin,
    schema: z.object({}),
    failed: 'Nothing was charged',
    refusedTo: () => paths.cardPayments(),
    async run({ viewer }) {
      await limitTries(`try-payment:${viewer.id}`, { max: 10, seconds: 10 * 60 })
      return redirect(await startTrial(viewer), 303)
    },
  }),
  remove: formAction({
    guard: requireAdmin,
    schema: z.object({}),
    confirms: true,
    failed: 'Not saved',
    refusedTo: () => paths.cardPayments(),
    async run({ viewer, version }) {
      await leaveAccount()
      const gone = namesOf('payments').map((name) => ({ name, value: null }))
      await saveAndTell(viewer, 'payments', { changes: gone, version })
      return { to: paths.cardPayments(), title: 'Card Payments Are Off', description: 'At Stripe nothing was changed.' }
    },
  }),
})

export default function CardPayments() {
  const { by, secret, isTest, isConnected, problems } = useLoaderData<typeof loader>()
  const { version, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <Card title="Card payments">
        {isConnected ? (
          <p className="mb-2 font-semibold">
            {by === 'demo' ? 'The demo’s sandbox' : isTest ? 'Connected to Stripe, for tests' : 'Connected to Stripe'}
          </p>
        ) : (
          <p className="mb-2 max-w-prose">Families cannot pay by card or bank account yet.</p>
        )}
        {problems.length ? (
          <ul className="mb-4 grid max-w-prose gap-1 text-danger">
            {problems.map((problem) => (
              <li key={problem} className="[overflow-wrap:anywhere]">
                {problem}
              </li>
            ))}
          </ul>
        ) : null}
        {by === 'office' ? <Keys /> : <SetElsewhere by={by} names="STRIPE_SECRET_KEY and the others" />}
        {by === 'office' && secret ? (
          <Remove version={version} label="Turn Card Payments Off">
            Families can no longer pay by card or bank account. Pages for paying that are open now are closed. While
            subscriptions run or bank payments are on their way, it cannot be turned off.
          </Remove>
        ) : null}
      </Card>
      {isConnected ? (
        <Card title="Try it">
          <p className="mb-3 max-w-prose text-muted">
            Pay $1 with a card of your own. It’s refunded right away, and shows in no family’s payments and on no
            statement. Month end, its files, and payouts have $1, less $1, and what Stripe keeps as its fee.
          </p>
          <form method="post">
            <Csrf />
            <Button name="intent" value="try" variant="secondary">
              Charge Me $1 and Give It Back
            </Button>
          </form>
        </Card>
      ) : null}
      <Changes changes={changes} />
    </>
  )
}

function Keys() {
  const { secret, publishableKey, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(paymentKeysSchema, { defaultValue: { publishableKey }, version })
  const other = field('otherAccount').meta
  return (
    <>
      <Unreadable when={secret?.isReadable === false} />
      <p className="mb-4 max-w-prose text-muted">
        In Stripe, open Developers, API keys, and copy both keys. Connect sets up the rest there: payment events, the
        page for saved cards, Apple Pay, and Google Pay. Use test keys only for a school that you throw away: what is
        paid with them stays in the books.
      </p>
      <PostForm answer={answer} className="grid max-w-xl gap-4">
        <input type="hidden" name="intent" value="connect" />
        <Field label="Publishable key" placeholder="pk_live_…" autoComplete="off" {...field('publishableKey')} />
        <Field
          label={secret ? 'New secret key (optional)' : 'Secret key'}
          hint={secret ? `Set ${secret.changedAt}, ${secret.shows}. Leave blank to keep it.` : undefined}
          placeholder="sk_live_…"
          type="password"
          autoComplete="off"
          {...field('secretKey')}
        />
        {other.errors?.length ? (
          <Checkbox label="Use this other account" hint={other.errors.join(' ')} meta={other} />
        ) : null}
        <p className="text-muted">Every administrator gets an email about a change.</p>
        <Button className="justify-self-start">{secret ? 'Connect Again' : 'Connect'}</Button>
      </PostForm>
    </>
  )
}
