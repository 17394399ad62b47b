import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/** The actions for all payments. */
export function PaymentsActions() {
  return (
    <>
      <ButtonLink to={paths.asLastMonth()} variant="secondary">
        As last month
      </ButtonLink>
      <form method="post" action={paths.reconcilePayments()}>
        <Csrf />
        <Button variant="secondary">Sync with Stripe</Button>
      </form>
      <ButtonLink to={paths.paymentsExport()} stay variant="secondary">
        Export CSV
      </ButtonLink>
    </>
  )
}
