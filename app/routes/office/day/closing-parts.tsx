import type { ComponentProps } from 'react'
import { Field } from '~/components/form/field'
import { dayOf } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

const REASONS = ['Snow', 'Ice', 'Heat', 'Storm', 'Ill horses', 'No instructor', 'Holiday']

/** The screens besides the day sheet that link here. */
const BACK = ['week', 'school'] as const

/** Returns the day to close, and the screen to return to. */
export const shownDay = (query: URLSearchParams) => {
  const date = dayOf(query.get('date')) ?? today()
  const back = BACK.find((screen) => screen === query.get('back'))
  return back ? { date, back } : { date }
}

export const screenOf = ({ date, back }: { date: LocalDate; back?: (typeof BACK)[number] }) => {
  if (back === 'school') return paths.schoolSettings()
  return back ? paths.admin({ day: date }) : paths.daySheet({ date })
}

export function ReasonField(field: Pick<ComponentProps<typeof Field>, 'meta' | 'autoFocus'>) {
  return (
    <>
      <Field label="Reason" list="reasons" autoComplete="off" hint="Families will see this." {...field} />
      <datalist id="reasons">
        {REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  )
}

export function WhatHappens({
  unreached,
  makeups = 'Every scheduled student gets a makeup lesson.',
}: {
  unreached: readonly string[]
  makeups?: string
}) {
  return (
    <div className="grid gap-2 text-muted">
      <p>
        The lessons are canceled, and their horses are freed up. No one is charged, and each family gets one email.{' '}
        {makeups}
      </p>
      {unreached.length > 0 ? (
        <p className="text-ink">
          <strong>No email on file:</strong> {unreached.join(', ')}
        </p>
      ) : null}
    </div>
  )
}
