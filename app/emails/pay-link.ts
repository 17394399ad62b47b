import { t } from '#text'
import { type AtSchool, formatHowToPay } from '~/models/money/payments/orders/at-school'
import { formatMonth, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface PayLink extends Letter {
  /** Its first day. */
  month: LocalDate
  /** One row per rider; `owed` is null if the month has no price yet. */
  riders: { name: string; what: string | null; owed: Cents | null }[]
  payUrl: string
  /** How to pay at the school; null if only by card. */
  atSchool: AtSchool | null
}

/** Asks a family to pay for a month. */
export function payLinkEmail({ month, riders, payUrl, atSchool, ...letter }: PayLink): EmailContent {
  const owed = riders.reduce((sum, rider) => sum + (rider.owed ?? 0), 0)
  return compose(letter, () => ({
    subject: t('Payment due for {month}', { month: formatMonth(month) }),
    heading: t("{month} isn't paid yet", { month: formatMonth(month) }),
    blocks: [
      paragraph(
        t(
          "We haven't received a payment for {month} yet. If you just paid, thank you! You don't need to do anything.",
          { month: formatMonth(month) },
        ),
      ),
      rows(
        ...riders.map(({ name, what, owed }) => ({
          label: name,
          value: owed === null ? t('please choose a package') : `${what}, ${formatCents(owed)}`,
        })),
        { label: t('Total'), value: riders.length > 1 && owed ? formatCents(owed) : null, strong: true },
      ),
      ...(atSchool?.only
        ? [paragraph(formatHowToPay(atSchool)), button(t('Ask for it'), payUrl)]
        : [
            paragraph(
              t('You can pay by card or bank account. Card payments have a convenience fee, shown before you pay.'),
            ),
            ...(atSchool
              ? [paragraph(t('You can also pay at the school. {words}', { words: atSchool.words ?? '' }).trim())]
              : []),
            button(t('Pay now'), payUrl),
          ]),
    ],
  }))
}
