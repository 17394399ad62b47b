import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { type WouldBe as School, sayPaid } from '~/models/imports/plan/would-be'
import { formatCents } from '~/utils/money'

/** A preview of the school: its instructors, horses, week, and families, who has not paid, and what is left. */
export function WouldBe({ remarks, ...school }: School & { remarks: { row: number; text: string }[] }) {
  const { families, instructors, horses, gone, goes } = school
  return (
    <>
      {remarks.length > 0 || gone > 0 ? (
        <Card title="Good to know">
          <ul>
            {remarks.map(({ row, text }) => (
              <li key={`${row} ${text}`}>
                Row {row}: {text}.
              </li>
            ))}
          </ul>
          {gone > 0 ? (
            <details>
              <summary className="link inline-flex min-h-11 items-center">
                Will be removed, because this file no longer has {gone === 1 ? 'it' : 'them'} ({gone})
              </summary>
              <ul>
                {goes.map((text) => (
                  <li key={text} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                    {text}
                  </li>
                ))}
              </ul>
              {gone > goes.length ? <p className="mt-2 text-muted">And {gone - goes.length} more.</p> : null}
            </details>
          ) : null}
        </Card>
      ) : null}
      {instructors.length > 0 ? (
        <Card title="New instructors">
          <p>{instructors.join(', ')}.</p>
        </Card>
      ) : null}
      {horses.length > 0 ? (
        <Card title="New horses">
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {horses.map((horse) => (
              <li key={horse} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                {horse}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {families.length > 0 ? <Riders {...school} /> : null}
    </>
  )
}

/** Days with their lessons, two beside each other where there is room. */
function Days({ days }: { days: School['week'] }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {days.map(({ day, lessons }) => (
        <section key={day}>
          <h3>{day}</h3>
          <ul>
            {lessons.map(({ key, what, riders }) => (
              <li key={key} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                <span className="num block text-sm text-muted">{what}</span>
                {riders}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Riders({
  week,
  dates,
  moreDates,
  families,
  moreFamilies,
  paid,
  payments,
  morePayments,
  unpaid,
  left,
  leftSum,
  owed,
}: School) {
  return (
    <>
      <Card title="The week">
        {week.length === 0 ? <p className="text-muted">The file names no weekly lessons.</p> : null}
        <Days days={week} />
      </Card>
      {dates.length > 0 ? (
        <Card title="Rides on one day">
          <Days days={dates} />
          {moreDates > 0 ? <p className="mt-2 text-muted">And {moreDates} more days.</p> : null}
        </Card>
      ) : null}
      <Card title="Paid and left">
        <p>
          Paid: <span className="num">{sayPaid(paid)}</span>. Lessons left: <span className="num">{leftSum}</span>.
          {owed.length > 0 ? (
            <>
              {' '}
              Makeups owed: <span className="num">{owed.map(([type, count]) => `${count} × ${type}`).join(', ')}</span>.
            </>
          ) : null}
        </p>
        {payments.length > 0 ? (
          <details>
            <summary className="link inline-flex min-h-11 items-center">Payments ({paid.count})</summary>
            <DataTable
              caption="Payments with their days"
              rows={payments}
              rowKey={({ key }) => key}
              columns={[
                { header: 'Rider', cell: ({ rider }) => rider },
                { header: 'Day', cell: ({ day }) => day },
                { header: 'Amount', cell: ({ amount }) => formatCents(amount), align: 'end' },
              ]}
            />
            {morePayments > 0 ? <p className="mt-2 text-muted">And {morePayments} more payments.</p> : null}
          </details>
        ) : null}
        {unpaid.length > 0 ? (
          <details>
            <summary className="link inline-flex min-h-11 items-center">Not paid this month ({unpaid.length})</summary>
            <p className="max-w-prose">{unpaid.join(', ')}</p>
          </details>
        ) : null}
        {left.length > 0 ? (
          <details>
            <summary className="link inline-flex min-h-11 items-center">Packages ({left.length})</summary>
            <DataTable
              caption="Packages with what is left of them"
              rows={left}
              rowKey={({ key }) => key}
              columns={[
                { header: 'Rider', cell: ({ rider }) => rider },
                { header: 'Package', cell: (row) => row.package },
                { header: 'Left', cell: (row) => row.left ?? 'Not set', align: 'end' },
              ]}
            />
          </details>
        ) : null}
      </Card>
      <Card title="Families">
        <DataTable
          caption="Families with their riders"
          rows={families}
          rowKey={({ key }) => key}
          columns={[
            { header: 'Family', cell: ({ name }) => name },
            { header: 'Riders', cell: ({ riders }) => riders },
            { header: 'Contact', cell: ({ contact }) => <span className="[overflow-wrap:anywhere]">{contact}</span> },
            { header: 'What', cell: ({ what }) => what },
          ]}
        />
        {moreFamilies > 0 ? <p className="mt-2 text-muted">And {moreFamilies} more families.</p> : null}
      </Card>
    </>
  )
}
