import type { ReactNode } from 'react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { paths } from '~/utils/paths'

/** Drawn, so that color is not all that tells them apart. */
const SHAPES = {
  good: 'm4 10.5 4 4 8-9',
  wait: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15M10 6v4l2.5 2',
  bad: 'm5 5 10 10M15 5 5 15',
  back: 'M4 8h8a4 4 0 0 1 0 8.5H8M8 4 4 8l4 4',
}
export type Ending = keyof typeof SHAPES

const LOOKS: Record<Ending, string> = {
  good: 'bg-brand-soft text-brand-ink',
  wait: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  back: 'bg-info-soft text-info',
}

/** How a payment ended, what it bought, and what to do now. */
export function Result({
  ending,
  title,
  action,
  receiptId,
  items = [],
  children,
}: {
  ending: Ending
  title: string
  action?: ReactNode
  receiptId?: number | null
  items?: string[]
  children: ReactNode
}) {
  return (
    <Card className="mx-auto max-w-xl">
      <div className="grid justify-items-center gap-4 py-4 text-center sm:py-6">
        <span className={`grid size-14 place-items-center rounded ${LOOKS[ending]}`}>
          <svg viewBox="0 0 20 20" className="result-mark" aria-hidden="true">
            <path d={SHAPES[ending]} />
          </svg>
        </span>
        <h1>{title}</h1>
        {items.length ? (
          <ul className="grid w-full gap-1 rounded bg-sunk px-4 py-3 font-semibold">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ) : null}
        <div className="grid gap-2">{children}</div>
        <div className="result-actions">
          {action}
          <ButtonLink to={paths.portal()} variant={action ? 'secondary' : 'primary'}>
            Go to Customer Portal
          </ButtonLink>
          {receiptId ? (
            <ButtonLink to={paths.receipt(receiptId)} variant="secondary">
              View Receipt
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.purchase()} variant="secondary">
            Make Another Purchase
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
