import { t } from '#text'
import type { MethodType } from '~/models/vocabulary/fee'

/** Shows the numbers to try in a demo: the usual one, and the others folded. */
export function SandboxNumbers({ type }: { type: MethodType }) {
  const bank = type === 'us_bank_account'
  return (
    <details className="rounded border border-dashed border-edge px-3 py-2 text-sm text-muted">
      <summary>
        {t('Sandbox: you won’t be charged.')}{' '}
        {t(
          bank
            ? 'Use routing number 110000000 and account 000123456789.'
            : 'Use card 4242 4242 4242 4242, any future date and any CVC.',
        )}{' '}
        <span className="link">{t('More to try')}</span>
      </summary>
      {t(
        bank
          ? 'Account 000222222227 fails later.'
          : 'Card 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for authentication, 4000 0566 5566 5556 is a debit card.',
      )}
    </details>
  )
}
