import type { ReactNode } from 'react'
import { t } from '#text'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Icon } from '~/components/ui/icon'
import { paths } from '~/utils/paths'

/** Shape and color of each result, so that color is not the only difference. */
const LOOKS = {
  good: { icon: 'check', tile: 'bg-brand-soft text-brand-ink' },
  wait: { icon: 'clock', tile: 'bg-warn-soft text-warn' },
  bad: { icon: 'cross', tile: 'bg-bad-soft text-bad' },
  back: { icon: 'undo', tile: 'bg-info-soft text-info' },
} as const

/** Shows the result of a payment, what it bought, and what to do now. */
export function Result({
  ending,
  title,
  action,
  receiptId,
  items = [],
  children,
}: {
  ending: keyof typeof LOOKS
  title: string
  action?: ReactNode
  receiptId?: number | null
  items?: string[]
  children: ReactNode
}) {
  return (
    <Card className="mx-auto max-w-xl">
      <div className="grid justify-items-center gap-4 py-4 text-center sm:py-6">
        <span className={`grid size-14 place-items-center rounded ${LOOKS[ending].tile}`}>
          <Icon name={LOOKS[ending].icon} className="result-mark" />
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
            {t('Go to Customer Portal')}
          </ButtonLink>
          {receiptId ? (
            <ButtonLink to={paths.receipt(receiptId)} variant="secondary">
              {t('View Receipt')}
            </ButtonLink>
          ) : null}
          <ButtonLink to={paths.purchase()} variant="secondary">
            {t('Make Another Purchase')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
