import type { ReactNode } from 'react'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { type Option, SelectField } from '~/components/form/select-field'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Stat } from '~/components/ui/stat'
import { Tabs } from '~/components/ui/tabs'
import type { StudentStats } from '~/models/students/student-list.server'
import { type StudentView, viewQuery } from '~/models/students/student-query'
import { paths } from '~/utils/paths'
import { WrongLine } from './invitations/wrong-line'
import { UnsortedLine } from './notes/unsorted-line'

type View = Omit<StudentView, 'month'>

/**
 * A screen with two addresses, which differ in the columns of the list: payments, or counters and their edits. All
 * figures are of the month above the list.
 */
export function StudentsFrame({
  title,
  screen,
  view,
  months,
  stats,
  unsorted,
  wrong,
  children,
}: {
  title: string
  screen: 'month' | 'management'
  view: View
  months: Option[]
  stats: StudentStats
  /** The number of notes that nobody has sorted. */
  unsorted: number
  /** The number of families that say something is wrong. */
  wrong: number
  children: ReactNode
}) {
  const managed = screen === 'management'
  const listTo = managed ? paths.studentsManagement : paths.students
  const query = viewQuery(view)
  const { month, search, page, ...shown } = query
  const tab = (change: Partial<View>) =>
    viewQuery({ ...view, hidden: false, unpaid: false, unsigned: false, page: 1, ...change })
  const isAll = !(view.hidden || view.unpaid || view.unsigned)
  return (
    <>
      <PageHeader
        title={title}
        back={BACK_TO_ADMIN}
        actions={
          <>
            <Asked action={listTo()} kept={{ ...shown, search }}>
              <SelectField label="Month" hideLabel name="month" options={months} defaultValue={month} />
            </Asked>
            <ButtonLink to={managed ? paths.newStudent(query) : paths.newListedStudent(query)} stay>
              Add Student
            </ButtonLink>
            {managed ? (
              <ButtonLink to={paths.resetUsage(query)} stay variant="secondary">
                Reset Monthly Usage
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.studentsExport(query)} variant="secondary">
                Export
              </ButtonLink>
            )}
            <ButtonLink to={paths.invitations()} variant="secondary">
              Invite Families
            </ButtonLink>
          </>
        }
      />
      <WrongLine count={wrong} />
      <UnsortedLine count={unsorted} />
      <Figures stats={stats} month={month} />
      <Card>
        <Tabs
          label="Students shown"
          current={tabOf(view)}
          tabs={[
            { id: 'all', name: 'All students', to: (isAll ? listTo : paths.students)(tab({})) },
            { id: 'unpaid', name: 'Unpaid this month', to: paths.students(tab({ unpaid: true })) },
            { id: 'unsigned', name: 'Waiver missing', to: paths.students(tab({ unsigned: true })) },
            { id: 'removed', name: 'Removed', to: paths.studentsManagement(tab({ hidden: true })) },
          ]}
        />
        <div className="my-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <Asked action={listTo()} kept={{ ...shown, month }}>
            <Field
              label="Search"
              hideLabel
              name="search"
              type="search"
              placeholder="Name, parent, phone, email or package"
              defaultValue={search}
              autoComplete="off"
              className="sm:w-96"
            />
          </Asked>
          {isAll ? (
            <nav aria-label="Columns" className="segmented no-print">
              <Link to={paths.students(tab({}))} stay aria-current={managed ? undefined : 'page'}>
                Payments
              </Link>
              <Link to={paths.studentsManagement(tab({}))} stay aria-current={managed ? 'page' : undefined}>
                Counters
              </Link>
            </nav>
          ) : null}
        </div>
        {children}
      </Card>
    </>
  )
}

/** A search or filter of the list, which with scripts answers at once, and without them by a button. */
function Asked({
  action,
  kept,
  children,
}: {
  action: string
  /** The list's other parameters. */
  kept: Record<string, string | undefined>
  children: ReactNode
}) {
  return (
    <Form
      method="get"
      action={action}
      className="flex items-end gap-2 max-[30rem]:basis-full max-sm:grow"
      data-live=""
      stay
    >
      {Object.entries(kept).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <div className="min-w-0 grow">{children}</div>
      <Button variant="secondary" className="without-scripts w-auto">
        Show
      </Button>
    </Form>
  )
}

/** The cards add up to all students: those who neither paid nor owe anything are named beside the sum. */
function Figures({ stats, month }: { stats: StudentStats; month: string }) {
  const { total, paid, renews, pending, clearing, nothingDue, ridden } = stats
  return (
    <div className="no-print mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label="Total Students" value={total} hint={nothingDue ? `${nothingDue} with nothing due` : null} />
      <Stat label="Paid" value={paid} hint={renews ? `${renews} more to renew` : null} />
      <Stat
        label="Pending"
        value={pending + clearing}
        hint={clearing ? `See who · ${clearing} clearing` : 'See who'}
        to={paths.students({ month, status: 'unpaid' })}
      />
      <Stat label="This Month" value={ridden} hint="rides" />
    </div>
  )
}

function tabOf({ hidden, unpaid, unsigned }: View): string {
  if (hidden) return 'removed'
  if (unpaid) return 'unpaid'
  return unsigned ? 'unsigned' : 'all'
}
