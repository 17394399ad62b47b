import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { decimalOf, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

interface CreditLine {
  id: number
  donor: string
  day: string
  amount: number
  used: number
  left: number
  uses: { id: number; monthName: string; amount: number; by: string }[]
}

/** What sponsors gave for the student, and the months that it paid for. */
export function Credits({
  credits,
  studentId,
  month,
}: {
  credits: CreditLine[]
  studentId: string
  month: { key: string; name: string }
}) {
  if (!credits.length) return null
  const action = paths.studentCredit(studentId, { month: month.key })
  return (
    <Card title="Sponsorship">
      <ul className="grid gap-4">
        {credits.map((credit) => (
          <li
            key={credit.id}
            id={`credit-${credit.id}`}
            className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0"
          >
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                {credit.donor}
                <span className="block text-sm text-muted">
                  {formatCents(credit.amount)} on {credit.day}
                </span>
              </span>
              <strong className="num">{formatCents(credit.left)} left</strong>
            </p>
            {credit.uses.map((use) => (
              <Form key={use.id} method="post" action={action} className="flex items-center justify-between gap-3">
                <Csrf />
                <span>
                  {formatCents(use.amount)} for {use.monthName}
                  <span className="block text-sm text-muted">{use.by}</span>
                </span>
                <Button
                  name="undo"
                  value={use.id}
                  variant="quiet"
                  size="small"
                  aria-label={`Undo ${formatCents(use.amount)} for ${use.monthName}`}
                >
                  Undo
                </Button>
              </Form>
            ))}
            {credit.left ? <UseCredit key={credit.used} credit={credit} month={month} action={action} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UseCredit({
  credit,
  month,
  action,
}: {
  credit: CreditLine
  month: { key: string; name: string }
  action: string
}) {
  return (
    <Form method="post" action={action} className="flex flex-wrap items-end gap-3">
      <Csrf />
      <input type="hidden" name="credit" value={credit.id} />
      <input type="hidden" name="month" value={month.key} />
      <input type="hidden" name="version" value={credit.used} />
      <Field
        label="Amount"
        name="amount"
        id={`credit-${credit.id}`}
        inputMode="decimal"
        required
        className="w-28"
        defaultValue={decimalOf(credit.left)}
      />
      <Button variant="secondary">Use for {month.name}</Button>
    </Form>
  )
}
