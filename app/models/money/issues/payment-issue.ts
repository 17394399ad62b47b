/** What is wrong with a payment that matches no order or month of ours. */
export type PaymentProblem =
  | 'paid-twice'
  | 'wrong-amount'
  | 'wrong-currency'
  | 'wrong-customer'
  | 'unknown-order'
  | 'unknown-subscription'
  | 'month-over'
  | 'month-late'
  | 'unclear-month'

/** What is wrong with a subscription at the provider. */
export type ItemProblem = 'doubled-item' | 'foreign-item' | 'fee-differs' | 'paused-collection'

/** What a bank reports about a matched payment. */
type BankProblem = 'fraud-warning' | 'partly-disputed'

/** A return of money, or a failed one, that the office has to act on. */
type ReturnProblem = 'refund-failed' | 'fee-owed' | 'makeup-unpaid' | 'sponsorship-returned'

/** `unclear-payout`: a payout that the provider does not know, or whose transactions do not add up. */
export type IssueKind = PaymentProblem | ItemProblem | BankProblem | ReturnProblem | 'unclear-payout'

/** `gone`: it was resolved at the provider. */
export type IssueOutcome = 'refunded' | 'granted' | 'ignored' | 'gone'

/** What happened, and what the office can do about it. */
export const ISSUES: Record<IssueKind, { title: string; advice: string }> = {
  'paid-twice': {
    title: 'Paid twice',
    advice: 'This purchase was already paid. Refund this payment, or add its lessons again if the family wants them.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    advice: "The amount doesn't match the purchase. Add the lessons if it's right, or refund the payment.",
  },
  'wrong-currency': {
    title: 'Wrong currency',
    advice: "Refund this payment in Stripe. It isn't recorded here.",
  },
  'wrong-customer': {
    title: 'Different payer',
    advice:
      'The payment came from someone other than the person who ordered. Find out who paid, then add the lessons or refund.',
  },
  'unknown-order': {
    title: 'Unknown purchase',
    advice: "This payment is for a purchase we don't know. Ask the family, then refund it or note why not.",
  },
  'unknown-subscription': {
    title: 'Unknown subscription',
    advice:
      "A subscription we don't know was charged. Cancel it in Stripe, or it will be charged again next month. Then refund this month or add its lessons.",
  },
  'month-over': {
    title: 'Paid too late',
    advice:
      'The month it was for was over when the payment came. Add the lessons to the month of the payment, or refund it.',
  },
  'month-late': {
    title: 'Month paid late',
    advice:
      'This month of a subscription was over when its payment came. Its lessons were added to that month. If the rider didn’t take them, add them to a month to come, or refund the payment.',
  },
  'unclear-month': {
    title: 'Changed in Stripe',
    advice:
      'Someone changed this subscription in Stripe, and it’s not clear what was paid for. Compare the invoice there with the student’s lessons, and give what is missing or refund what is too much.',
  },
  'doubled-item': {
    title: 'Charged twice for one item',
    advice: 'The subscription has the same item twice. Remove one in Stripe and refund what was charged for it.',
  },
  'foreign-item': {
    title: 'Unknown item',
    advice:
      "Someone added it in Stripe. It's charged every month but adds no lessons here. Remove it there if it's a mistake.",
  },
  'paused-collection': {
    title: 'Paused in Stripe',
    advice:
      'Someone paused the payments of this subscription in Stripe: it isn’t charged and adds no lessons, though the family still has it. Resume it there, or cancel it.',
  },
  'fraud-warning': {
    title: 'Bank reports fraud',
    advice:
      'The card’s bank says its owner did not make this payment. If you don’t know the family, refund it now: that saves the dispute and its fee.',
  },
  'partly-disputed': {
    title: 'Part of it disputed',
    advice:
      'The bank took back a part of this payment. The lessons stay. Answer the dispute in Stripe, and talk to the family.',
  },
  'refund-failed': {
    title: 'Refund failed',
    advice:
      "The bank sent this refund back, so the family doesn't have its money. Refund it again, or give it back another way and note how.",
  },
  'fee-owed': {
    title: 'Fee owed to a family',
    advice:
      "A debit card paid the convenience fee, which it doesn't owe, and returning it failed. Refund it again, or give it back another way and note how.",
  },
  'makeup-unpaid': {
    title: 'Makeup of an unpaid month',
    advice: 'Its month is no longer paid. Take the rider off that lesson and take the makeup back, or leave it booked.',
  },
  'sponsorship-returned': {
    title: 'Sponsorship returned',
    advice: 'The donation went back after its credit paid for lessons. These months are unpaid until you decide.',
  },
  'fee-differs': {
    title: 'Wrong fee',
    advice: "The subscription's fee doesn't match its payment method. It corrects itself; check the next charge.",
  },
  'unclear-payout': {
    title: 'Payout doesn’t add up',
    advice: 'Stripe still doesn’t say what is in this payout, and we’ve stopped asking. Look at the payout in Stripe.',
  },
}
