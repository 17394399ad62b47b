import type { MethodType } from '~/models/payments/pricing'

/** The numbers to try in a demo. */
export function SandboxNumbers({ type }: { type: MethodType }) {
  return (
    <p className="rounded border border-dashed border-edge px-3 py-2 text-sm text-muted">
      Sandbox: this is a test; you won’t be charged.{' '}
      {type === 'us_bank_account'
        ? 'Use routing number 110000000 and account 000123456789. Account 000222222227 fails later.'
        : 'Use card 4242 4242 4242 4242, any future date and any CVC. Card 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication, 4000 0566 5566 5556 is a debit card.'}
    </p>
  )
}
