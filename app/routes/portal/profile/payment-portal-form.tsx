import type { ReactNode } from 'react'
import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { paths } from '~/utils/paths'

/** Opens the payment provider's own page for cards, bank accounts and invoices in a new tab. */
export function PaymentPortalForm({
  variant = 'secondary',
  setup,
  children,
}: {
  variant?: 'primary' | 'secondary'
  /** The page belongs to the setting up of an account: it leads back there. */
  setup?: boolean
  children: ReactNode
}) {
  return (
    <form method="post" action={paths.paymentPortal()} target="_blank" rel="noopener">
      <Csrf />
      {setup ? <input type="hidden" name="from" value="setup" /> : null}
      <Button variant={variant}>{children}</Button>
    </form>
  )
}
