/** What is wrong with a payment: it has no order or month of ours that it fits. */
export type PaymentProblem =
  | 'paid-twice'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'wrong-customer'
  | 'unknown-order'
  | 'unknown-subscription'

/** What is wrong with a subscription's items at the provider. */
export type ItemProblem = 'doubled-item' | 'foreign-item' | 'fee-differs'

export type IssueKind = PaymentProblem | ItemProblem

/** `gone`: it went away at the provider. */
export type IssueOutcome = 'refunded' | 'granted' | 'ignored' | 'gone'

/** What happened, and what the office can do about it. */
export const ISSUES: Record<IssueKind, { title: string; advice: string }> = {
  'paid-twice': {
    title: 'Paid twice',
    advice:
      'This purchase was paid already. Refund this payment, or grant its lessons once more if the family wants them.',
  },
  'wrong-amount': {
    title: 'Another amount',
    advice: 'The amount is not that of the purchase. Grant the lessons if it is right, or refund the payment.',
  },
  'wrong-currency': {
    title: 'Another currency',
    advice: 'Refund this payment in the provider’s dashboard. It is not in the books here.',
  },
  'wrong-customer': {
    title: 'Another customer',
    advice: 'The payment came from another customer than the one who ordered. Ask who paid, then grant or refund.',
  },
  'unknown-order': {
    title: 'Unknown purchase',
    advice: 'The payment names a purchase that is not in the books. Ask the family, then refund it or note why not.',
  },
  'unknown-subscription': {
    title: 'Unknown subscription',
    advice:
      'A subscription that is not in the books was charged. Cancel it in the provider’s dashboard, or it is charged again next month. Then refund this month, or grant it.',
  },
  'doubled-item': {
    title: 'Charged for one thing twice',
    advice:
      'The subscription holds one item twice. Remove the surplus one in the provider’s dashboard and refund what was charged for it.',
  },
  'foreign-item': {
    title: 'An item that is not ours',
    advice:
      'Somebody added it in the provider’s dashboard. It is charged every month and grants nothing here. Remove it there if it is wrong.',
  },
  'fee-differs': {
    title: 'The fee does not fit',
    advice:
      'The fee of the subscription is not that of its payment method. It is corrected by itself; look at the next charge.',
  },
}
