import { type Refundable, refundAmount } from '~/models/payments/refunds/refund'
import { formatCents, parseCents } from '~/utils/money'
import type { Start } from '../islands'

/** The button says what goes back, with its share of the fee. */
export const start: Start = (element, props) => {
  const { payment, part: most } = props as { payment: Refundable; part: number }
  const button = element.querySelector('button')
  const field = button?.form?.elements.namedItem('amount')
  if (!button || !(field instanceof HTMLInputElement)) return () => {}
  const show = () => {
    const part = parseCents(field.value)
    const isValid = part !== null && part > 0 && part <= most
    button.textContent = isValid ? `Refund ${formatCents(refundAmount(part, payment))}` : 'Refund'
  }
  show()
  field.addEventListener('input', show)
  return () => field.removeEventListener('input', show)
}
