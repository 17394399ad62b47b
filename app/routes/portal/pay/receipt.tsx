import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { StateBadge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { PrintButton } from '~/components/ui/print-button'
import { sayMethod, transactionLabel } from '~/models/money/payments/payment-transaction'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { canViewRider } from '~/models/people/accounts/viewer.server'
import { recordView } from '~/models/privacy/data-view.server'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { isAdmin } from '~/models/vocabulary/user'
import { PriceLines } from '~/routes/portal/purchase/purchase-summary'
import { formatDay } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Receipt') }]

/** Shows the receipt of a payment, to the family that made it, its guardian and the office; it can be printed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const id = idField.safeParse(params.id)
  const receipt = id.success ? await findReceipt(id.data) : null
  if (!receipt || !(await canViewRider(viewer, receipt.userId))) {
    throw new Response(t('Receipt not found.'), { status: 404, statusText: 'Not Found' })
  }
  const { userId, ...shown } = receipt
  if (isAdmin(viewer)) await recordView(viewer.id, userId, 'receipt')
  return {
    ...shown,
    ...letterheadOf(await getSchool()),
    back:
      isAdmin(viewer) && userId !== viewer.id
        ? { to: paths.payments(), label: 'Payments' }
        : { to: paths.portal({ tab: 'payments' }), label: t('Payment History') },
  }
}

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof loader>()
  const { number, price, refunded, disputed, status, providerUrl, valid } = receipt
  const facts = [
    [t('Paid on'), formatDay(receipt.paidOn)],
    [t('Paid with'), sayMethod(receipt.paidWith) ?? t('Card')],
    ...(valid
      ? [[t('Valid'), t('{from} to {to}', { from: formatDay(valid.from), to: formatDay(valid.to) })] as const]
      : []),
    [receipt.lines.some(({ rider }) => rider) ? t('Paid by') : t('For'), receipt.student],
    [t('Receipt no.'), String(number)],
  ]
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('Receipt')} back={receipt.back} actions={<PrintButton />}>
        {[receipt.schoolName, ...receipt.schoolContact].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </PageHeader>
      <Card>
        <div className="grid gap-5">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="text-end [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
            <dt className="text-muted">{t('Status')}</dt>
            <dd className="text-end">
              <StateBadge state={status}>{transactionLabel(status)}</StateBadge>
            </dd>
          </dl>
          <PriceLines lines={receipt.lines} price={price} feePercent={receipt.feePercent} />
          {refunded || disputed ? (
            <dl className="grid gap-2 border-t border-line pt-3 tabular-nums">
              {refunded ? <Line label={t('Refunded')} value={`−${formatCents(refunded)}`} /> : null}
              {disputed ? <Line label={t('Disputed')} value={`−${formatCents(disputed)}`} /> : null}
              <Line
                label={t(disputed ? 'Left of the payment' : 'Total after refunds')}
                value={formatCents(price.total - refunded - disputed)}
              />
            </dl>
          ) : null}
        </div>
      </Card>
      {providerUrl ? (
        <p className="no-print mt-2">
          <a href={providerUrl} className="link inline-flex min-h-11 items-center">
            {t('View Stripe receipt')}
          </a>
        </p>
      ) : null}
    </div>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="whitespace-nowrap">{value}</dd>
    </div>
  )
}
