import { type AtSchool, formatHowToPay } from '~/models/money/payments/orders/at-school'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface PayLink extends Letter {
  /** `November 2026` */
  monthName: string
  /** One row per rider; `owed` is null if the month has no price yet. */
  riders: { name: string; what: string | null; owed: Cents | null }[]
  payUrl: string
  /** How to pay at the school; null if only by card. */
  atSchool: AtSchool | null
}

/** Asks a family to pay for a month. */
export function payLinkEmail({ monthName, riders, payUrl, atSchool, ...letter }: PayLink): EmailContent {
  const owed = riders.reduce((sum, rider) => sum + (rider.owed ?? 0), 0)
  return compose(letter, {
    subject: `Payment due for ${monthName}`,
    heading: `${monthName} isn't paid yet`,
    blocks: [
      paragraph(
        `We haven't received a payment for ${monthName} yet. If you just paid, thank you! You don't need to do anything.`,
      ),
      rows(
        ...riders.map(({ name, what, owed }) => ({
          label: name,
          value: owed === null ? 'please choose a package' : `${what}, ${formatCents(owed)}`,
        })),
        { label: 'Total', value: riders.length > 1 && owed ? formatCents(owed) : null, strong: true },
      ),
      ...(atSchool?.only
        ? [paragraph(formatHowToPay(atSchool)), button('Ask for it', payUrl)]
        : [
            paragraph(
              'You can pay by card or bank account. Card payments have a convenience fee, shown before you pay.',
            ),
            ...(atSchool ? [paragraph(`You can also pay at the school. ${atSchool.words ?? ''}`.trim())] : []),
            button('Pay now', payUrl),
          ]),
    ],
  })
}
