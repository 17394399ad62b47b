import type { ReactNode } from 'react'
import { t } from '#text'

/** Shows the first steps to a new family. `month` is the name of this one. */
export function FirstSteps({ month }: { month: string }) {
  return (
    <section className="card p-4 sm:p-5">
      <h2>{t('Ready to ride?')}</h2>
      <p className="mb-4 text-muted">
        {t("You haven't bought lessons for {month} yet. Here’s how it works.", { month })}
      </p>
      <ol className="grid gap-3 md:grid-cols-3">
        <Step number={1} title={t('Choose a package')}>
          {t('Lessons are good for one month.')}
        </Step>
        <Step number={2} title={t('Pick a time')}>
          {t('Book it here, or call the office.')}
        </Step>
        <Step number={3} title={t('Come ride')}>
          {t('See your rides and what’s left here.')}
        </Step>
      </ol>
    </section>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      <p className="text-sm">
        <strong className="block text-base">{title}</strong>
        <span className="text-muted">{children}</span>
      </p>
    </li>
  )
}
