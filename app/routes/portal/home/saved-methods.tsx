import { t } from '#text'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import type { SavedMethod } from '~/models/money/methods/payment-methods.server'
import { paths } from '~/utils/paths'

/** Shows a family's cards and bank accounts. Null: the provider did not answer, or is not set up. */
export function SavedMethods({ methods }: { methods: SavedMethod[] | null }) {
  if (!methods) {
    return (
      <Card title={t('Payment Methods')} className="py-3">
        <p className="text-muted">{t('We couldn’t load your saved payment methods.')}</p>
      </Card>
    )
  }
  return (
    <Card
      title={t('Payment Methods')}
      className="py-3"
      actions={
        <form method="post" action={paths.paymentMethods()}>
          <Csrf />
          <Button name="intent" value="portal" variant="quiet" className="px-0" formTarget="_blank">
            {t('Open payment portal')}
            <span className="sr-only"> {t('(opens in a new tab)')}</span>
          </Button>
        </form>
      }
    >
      <div className="grid gap-2">
        {methods.length ? (
          <ul className="divide-y divide-line">
            {methods.map((method) => (
              <Method key={method.id} method={method} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{t('No saved payment methods. You’ll need one to subscribe.')}</p>
        )}
        <form method="post" action={paths.paymentMethods()} className="flex flex-wrap gap-3">
          <Csrf />
          <Button name="intent" value="add-card" variant="secondary">
            {t('Add card')}
          </Button>
          <Button name="intent" value="add-bank" variant="secondary">
            {t('Add bank account')}
          </Button>
        </form>
      </div>
    </Card>
  )
}

function Method({ method }: { method: SavedMethod }) {
  return (
    <li id={`method-${method.id}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-1">
      <div>
        <p className="flex flex-wrap items-center gap-2">
          <strong className="num">{method.label}</strong>
          {method.isDefault ? <Badge tone="good">{t('Default')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {method.detail}
          {method.inUse ? ` · ${t('used for your subscription')}` : ''}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {method.isDefault ? null : (
          <Form method="post" action={paths.paymentMethods()} stay>
            <Csrf />
            <input type="hidden" name="method" value={method.id} />
            <Button name="intent" value="default" variant="secondary" size="small">
              {t('Set as default')}
            </Button>
          </Form>
        )}
        {method.inUse ? null : (
          <details className="text-right">
            <summary className="btn btn-quiet btn-small">{t('Delete')}</summary>
            <form method="post" action={paths.paymentMethods()} className="mt-2 grid justify-items-end gap-2">
              <Csrf />
              <input type="hidden" name="method" value={method.id} />
              <p className="text-sm">{t('Delete {method}?', { method: method.label })}</p>
              <Button name="intent" value="delete" variant="danger" size="small">
                {t('Delete')}
              </Button>
            </form>
          </details>
        )}
      </div>
    </li>
  )
}
