import type { ReactNode } from 'react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/utils/paths'

const TABS = [
  { id: 'transactions', name: 'Transactions', to: paths.payments() },
  { id: 'unpaid', name: 'Unpaid', to: paths.unpaid() },
  { id: 'by-month', name: 'By month', to: paths.paymentsByMonth() },
  { id: 'payouts', name: 'Payouts', to: paths.payouts() },
  { id: 'sales', name: 'Sales', to: paths.sales() },
  { id: 'month-end', name: 'Month end', to: paths.monthEnd() },
] as const

/**
 * The header of the screens about the school's money. Only a one-line title is above the tabs, so that they are in the
 * same position on each screen; the description and the actions are below them.
 */
export function BooksHead({
  title,
  current,
  actions,
  children,
}: {
  title: string
  current: (typeof TABS)[number]['id']
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHeader title={title} back={BACK_TO_ADMIN} />
      <div className="no-print -mt-2 sm:-mt-4">
        <Tabs label="Money" current={current} tabs={[...TABS]} />
      </div>
      <div className="my-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose text-muted">{children}</p>
        {actions ? <div className="actions max-[30rem]:w-full">{actions}</div> : null}
      </div>
    </>
  )
}
