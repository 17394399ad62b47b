import { Csrf } from '~/components/form/csrf'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { yearRow } from '~/models/payments/offline/offline-payment.schema'
import type { PaymentYear } from '~/models/payments/payment-year.server'
import { versionOf } from '~/platform/version'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** Whole dollars read easier in a grid of twelve; cents show where there are any. */
const amount = (cents: number) => (cents === 0 ? '–' : formatCents(cents).replace('.00', ''))

/**
 * A year of payments: for each student what came through the portal, and below it what the office notes as paid otherwise.
 * With scripts a field is saved when it is left; without, a row has its Save button.
 */
export function YearGrid({
  students,
  searched,
  year,
  saveTo,
}: {
  students: PaymentYear[]
  /** They are those of a search. */
  searched: boolean
  year: number
  saveTo: string
}) {
  if (!students.length) return <EmptyState title={searched ? 'No student by that name.' : 'No students yet.'} />
  return (
    <table className="year-grid">
      <caption className="sr-only">{year} payments by student and month</caption>
      <thead>
        <tr>
          <th scope="col">Student</th>
          <th scope="col">Payment Method</th>
          {MONTHS.map((month) => (
            <th key={month} scope="col" className="end">
              <abbr title={calendarMonthName(month)}>{calendarMonthName(month).slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      {students.map((student) => (
        <StudentYear key={student.id} student={student} year={year} saveTo={saveTo} />
      ))}
    </table>
  )
}

function StudentYear({ student, year, saveTo }: { student: PaymentYear; year: number; saveTo: string }) {
  const { id, name, portal, offline, total } = student
  const formId = `year-${id}`
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          <Link to={paths.payments({ student: id, year })} className="link inline-flex min-h-11 items-center">
            {name}
          </Link>
          <span className="num block text-sm font-normal text-muted">
            {formatCents(total)} in {year}
          </span>
          <form id={formId} method="post" action={saveTo} data-stay="">
            <Csrf />
            <input type="hidden" name="userId" value={id} />
            <input type="hidden" name="year" value={year} />
            <input type="hidden" name="version" value={versionOf(yearRow(offline))} />
          </form>
        </th>
        <td className="year-label">Portal</td>
        {portal.map((cents, i) => (
          <td key={MONTHS[i]} className="end num" data-label={calendarMonthName(i + 1).slice(0, 3)}>
            {amount(cents)}
          </td>
        ))}
      </tr>
      <tr>
        <td className="year-label">
          Offline Payments (Manual)
          <Button form={formId} size="small" variant="quiet">
            Save
          </Button>
        </td>
        {offline.map((dollars, i) => (
          <td key={MONTHS[i]} data-label={calendarMonthName(i + 1).slice(0, 3)}>
            <input
              form={formId}
              name={`m${i + 1}`}
              defaultValue={dollars || ''}
              inputMode="numeric"
              pattern="[0-9]{0,4}"
              maxLength={4}
              placeholder="0"
              aria-label={`${name}, ${calendarMonthName(i + 1)}, dollars paid offline`}
              className="input num"
              title="Whole dollars from 0 to 9999"
              data-digits=""
              data-save=""
            />
          </td>
        ))}
      </tr>
    </tbody>
  )
}
