import { chosenRefund } from '~/routes/office/payments/refund-choice'
import { formatCents } from '~/utils/money'
import type { Start } from '../islands'

type Payment = Parameters<typeof chosenRefund>[0]

/** Shows on the button what will be refunded, with its share of the fee, and sends the amount shown with the form. */
export const start: Start<{ payment: Payment }> = (element, { payment }) => {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLInputElement>('input[name="said"]')
  const form = button?.form
  if (!button || !said || !form) return () => {}
  const show = () => {
    const data = new FormData(form)
    const text = (name: string) => String(data.get(name) ?? '')
    const cents = chosenRefund(payment, {
      by: text('by'),
      amount: text('amount'),
      line: data.getAll('line').map(String),
    })
    button.textContent = cents === null ? 'Refund' : `Refund ${formatCents(cents)}`
    said.value = cents === null ? '' : String(cents)
  }
  show()
  form.addEventListener('input', show)
  return () => form.removeEventListener('input', show)
}
