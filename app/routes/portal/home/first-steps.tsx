import type { ReactNode } from 'react'

/** Shows the first steps to a new family. `month` is the name of this one. */
export function FirstSteps({ month }: { month: string }) {
  return (
    <section className="card p-4 sm:p-5">
      <h2>Ready to ride?</h2>
      <p className="mb-4 text-muted">You haven't bought lessons for {month} yet. Here’s how it works.</p>
      <ol className="grid gap-3 md:grid-cols-3">
        <Step number={1} title="Choose a package">
          Lessons are good for one month.
        </Step>
        <Step number={2} title="Pick a time">
          Book it here, or call the office.
        </Step>
        <Step number={3} title="Come ride">
          See your rides and what’s left here.
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
