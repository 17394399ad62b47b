import type { SerializeFrom } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { useAnswer } from '~/components/form/use-answer'
import { Island } from '~/components/island'
import { Card } from '~/components/ui/card'
import { useRoot } from '~/components/use-root'
import { readSelection } from '~/routes/portal/purchase/read-selection'
import type { Catalog } from '~/routes/portal/purchase/selection'
import { formatDayShort } from '~/utils/dates'
import { ModifyForm } from './modify-form.island'
import type { readSubscription } from './read-subscription.server'

type Loaded = Extract<SerializeFrom<typeof readSubscription>, { catalog: unknown }>

function NotPaidYet() {
  return (
    <Card title={t('Modify Subscription')}>
      <p>{t('You can change your subscription once the first payment goes through. To start over, cancel it.')}</p>
    </Card>
  )
}

export function Change(loaded: Loaded) {
  if (loaded.subscription.cancelAtPeriodEnd) return null
  return loaded.subscription.shown === 'incomplete' ? <NotPaidYet /> : <Modify {...loaded} />
}

/** The island has its fields. */
const modifyForm = z.object({})

function Modify({ subscription, selection, ...loaded }: Loaded) {
  const { catalog, feeRate, prices } = loaded
  const { form, title } = useAnswer(modifyForm)
  const props = {
    catalog,
    feeRate,
    prices,
    selection: { ...selection, ...(form.status === 'error' ? typedChoice(form.initialValue, loaded.catalog) : null) },
    starting: formatDayShort(subscription.renewsOn),
    rider: loaded.riders.length ? loaded.rider.id : undefined,
    csrf: useRoot()?.csrf ?? '',
    refusal: { title, errors: form.errors, fields: firstErrors(form.allErrors) },
  }
  return (
    <Island name="modify" props={props}>
      <ModifyForm {...props} />
    </Island>
  )
}

/** What a refused form asked for, so that it is there again. */
function typedChoice(sent: Record<string, unknown> | undefined, catalog: Catalog) {
  const typed = Object.entries(sent ?? {}).map(([name, value]) => [name, String(value ?? '')])
  const { packageId, quantities } = readSelection(new URLSearchParams(typed), catalog)
  return { packageId, quantities }
}

const firstErrors = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, [message = '']]) => [field, message]))
