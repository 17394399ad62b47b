import { classes } from '~/components/classes'
import { Csrf } from '~/components/form/csrf'
import { NoStudents } from '~/components/office/no-students'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { ActionsMenu } from '~/components/ui/menu'
import { wholeDollarsOf, yearRow } from '~/models/money/payments/offline/offline-payment.schema'
import type { PaymentYear, RestOfYear } from '~/models/money/payments/payment-year.server'
import { versionOf } from '~/platform/version'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { PayerLinks } from '../payer-links'

const amount = (cents: number) => (cents === 0 ? '–' : formatCents(cents))

/** How many months of a student a phone shows unfolded. */
const MONTHS_OPEN = 3

interface GridProps {
  year: number
  /** The current month, from 1, if it is in this year. */
  current: number | null
  saveTo: string
  /** Returns the address of the form for a payment that the office took from this student. */
  recordTo: (id: string) => string
}

/**
 * A year of payments: for each student what was paid through the portal, and below it what the office recorded. With
 * scripts a field is saved on leaving it; without, a row has a Save button.
 */
export function YearGrid({
  students,
  rest,
  searched,
  ...props
}: GridProps & {
  students: PaymentYear[]
  /** The part of the year's sum that is not of students on any page. */
  rest: RestOfYear | null
  /** Whether the list is a search result. */
  searched: boolean
}) {
  const { year, current } = props
  if (!students.length && !rest) return searched ? <EmptyState title="No student by that name." /> : <NoStudents />
  return (
    <>
      <dl className="year-key">
        <dt>
          <span data-series="portal" className="swatch" /> Portal
        </dt>
        <dd>Paid through the portal.</dd>
        <dt>
          <span data-series="offline" className="swatch" /> Offline Payments (Manual)
        </dt>
        <dd>Yours to enter, in whole dollars. Recorded payments are rounded here. A dot is a month without one.</dd>
      </dl>
      <label className="all-months">
        <input type="checkbox" /> All months
      </label>
      <table className="year-grid">
        <caption className="sr-only">{year} payments by student and month</caption>
        <thead>
          <tr>
            <th scope="col">Student</th>
            <th scope="col">Payment Method</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col" aria-current={month === current ? 'date' : undefined}>
                <abbr title={calendarMonthName(month)}>{calendarMonthName(month).slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        {students.map((student) => (
          <StudentYear key={student.id} student={student} {...props} />
        ))}
        {rest ? <Unlisted rest={rest} {...props} /> : null}
      </table>
    </>
  )
}

/** Returns the classes of a month, counted from 0. A phone folds all months but the last three. */
function lookOf(current: number | null) {
  const last = Math.max(MONTHS_OPEN, current ?? MONTHS.length)
  const isFolded = (month: number) => month > last || month <= last - MONTHS_OPEN
  return (i: number) => classes(i + 1 === current && 'current', isFolded(i + 1) && 'folded') || undefined
}

function Amounts({ months, current }: { months: number[]; current: number | null }) {
  const look = lookOf(current)
  return months.map((cents, i) => (
    <td
      key={MONTHS[i]}
      className={classes('end num', !cents && 'text-muted', look(i))}
      data-label={calendarMonthName(i + 1).slice(0, 3)}
    >
      {amount(cents)}
    </td>
  ))
}

/** What people who are not in the list paid, so that the rows add up to the year. */
function Unlisted({ rest: { portal, offline }, year, current }: GridProps & { rest: RestOfYear }) {
  const total = [...portal, ...offline].reduce((sum, cents) => sum + cents, 0)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          <span className="payer">Not listed</span>
          <span className="payer-total num">
            {formatCents(total)} in {year}
          </span>
          <span className="col-span-full block font-normal text-muted">Removed students, and staff as riders</span>
        </th>
        <td className="year-label">Portal</td>
        <Amounts months={portal} current={current} />
      </tr>
      <tr>
        <td className="year-label">Offline</td>
        <Amounts months={offline} current={current} />
      </tr>
    </tbody>
  )
}

function StudentYear({ student, year, current, saveTo, recordTo }: GridProps & { student: PaymentYear }) {
  const { id, name, portal, total } = student
  const offline = student.offline.map(wholeDollarsOf)
  const formId = `year-${id}`
  const look = lookOf(current)
  return (
    <tbody id={`years-${id}`}>
      <tr>
        <th scope="rowgroup" rowSpan={2}>
          <Link to={paths.payments({ student: id, year })} className="link payer">
            {name}
          </Link>
          <span className="payer-total num">
            {formatCents(total)} in {year}
          </span>
          <Link to={recordTo(id)} stay aria-label={`Record payment, ${name}`} className="link record">
            Record payment
          </Link>
          <ActionsMenu label={`More for ${name}`}>
            <Link to={recordTo(id)} stay className="menu-item">
              Record payment
            </Link>
            <PayerLinks id={id} year={year} />
          </ActionsMenu>
          <form id={formId} method="post" action={saveTo} data-stay="">
            <Csrf />
            <input type="hidden" name="userId" value={id} />
            <input type="hidden" name="year" value={year} />
            <input type="hidden" name="version" value={versionOf(yearRow(offline))} />
          </form>
        </th>
        <td className="year-label">Portal</td>
        <Amounts months={portal} current={current} />
      </tr>
      <tr>
        <td className="year-label">
          Offline
          <Button form={formId} variant="secondary" className="without-scripts">
            Save
          </Button>
        </td>
        {offline.map((dollars, i) => (
          <td key={MONTHS[i]} className={look(i)} data-label={calendarMonthName(i + 1).slice(0, 3)}>
            <input
              form={formId}
              name={`m${i + 1}`}
              defaultValue={dollars || ''}
              placeholder="·"
              inputMode="numeric"
              pattern="[0-9]{0,4}"
              maxLength={12}
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
