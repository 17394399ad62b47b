import type { MethodType } from '~/models/payments/pricing'

/** The numbers to try, where no real money moves. */
export function SandboxNumbers({ type }: { type: MethodType }) {
  return (
    <p className="mb-4 rounded bg-warn-soft px-4 py-3 text-warn">
      <strong>Sandbox: no real money moves.</strong>{' '}
      {type === 'us_bank_account'
        ? 'Use routing number 110000000 and account 000123456789. Account 000222222227 fails later.'
        : 'Use card 4242 4242 4242 4242, any later date and any code. Card 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication, 4000 0566 5566 5556 is a debit card.'}
    </p>
  )
}
