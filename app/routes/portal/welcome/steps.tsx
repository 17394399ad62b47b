import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { methodsToShow } from '~/models/money/methods/payment-methods.server'
import { portalOverview } from '~/models/portal/portal.server'
import { listNames } from '~/models/waivers/waiver'
import { today } from '~/platform/clock.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: t('Welcome') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { unsigned, toAgree } = await portalOverview(viewer.id, today())
  const methods = paymentProvider() ? await methodsToShow(viewer.id) : null
  return {
    unsigned: listNames(unsigned.map(({ firstName }) => firstName)),
    toAgree: listNames(toAgree.map(({ firstName }) => firstName)),
    /** Null if the school has no card provider. */
    hasMethod: methods && methods.length > 0,
  }
}

/** What a family that was invited does next. Each thing can wait. */
export default function WelcomeSteps() {
  const { unsigned, toAgree, hasMethod } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('You’re signed in')} />
      <Card>
        <ol className="divide-y divide-line">
          <Step title={t('Your password')} isDone />
          {toAgree ? (
            <Step title={t('Agree that we keep {names}’s data', { names: toAgree })} isDone={false}>
              <ButtonLink to={paths.consent()}>{t('Read and Agree')}</ButtonLink>
            </Step>
          ) : null}
          <Step
            title={unsigned ? t('Sign the waiver for {names}', { names: unsigned }) : t('The waiver')}
            isDone={!unsigned}
          >
            <ButtonLink to={paths.waivers({ redirectTo: paths.welcomeSteps() })}>{t('Sign')}</ButtonLink>
          </Step>
          {hasMethod === null ? null : (
            <Step title={t('A card for your next lessons')} isDone={hasMethod}>
              <form method="post" action={paths.paymentMethods()}>
                <Csrf />
                <Button name="intent" value="add-card" variant={unsigned ? 'secondary' : 'primary'}>
                  {t('Save a Card')}
                </Button>
              </form>
            </Step>
          )}
        </ol>
        <div className="actions mt-4">
          <ButtonLink to={paths.portal()} variant="secondary">
            {t('Go to Your Lessons')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}

function Step({ title, isDone, children }: { title: string; isDone: boolean; children?: ReactNode }) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</span>
      {isDone ? (
        <Badge tone="good" shape="check">
          {t('Done')}
        </Badge>
      ) : (
        children
      )}
    </li>
  )
}
