import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/utils/paths'

/** The screens about the school's money. */
export function BooksTabs({ current }: { current: 'payments' | 'payouts' | 'sales' | 'month-end' }) {
  return (
    <div className="no-print mb-4">
      <Tabs
        label="Money"
        current={current}
        tabs={[
          { id: 'payments', name: 'Payments', to: paths.payments() },
          { id: 'payouts', name: 'Payouts', to: paths.payouts() },
          { id: 'sales', name: 'Sales', to: paths.sales() },
          { id: 'month-end', name: 'Month End', to: paths.monthEnd() },
        ]}
      />
    </div>
  )
}
