import type { ReactNode } from 'react'
import { BACK_TO_ADMIN } from '~/components/office/back-to-admin'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { addToMonth, monthKey, parseMonth } from '~/models/allowance/month'
import { type StudentView, viewQuery } from '~/models/students/student-query'
import { paths } from '~/utils/paths'
import { StudentSearch } from './student-search'

type View = Omit<StudentView, 'month'>

/** One screen of five tabs: the month, who has not paid it, who has not signed, the counters to manage, and the students who were removed. */
export function StudentsFrame({
  title,
  screen,
  view,
  months,
  above,
  children,
}: {
  title: string
  screen: 'month' | 'management'
  view: View
  months: { value: string; label: string }[]
  above?: ReactNode
  children: ReactNode
}) {
  const managed = screen === 'management'
  const listTo = managed ? paths.studentsManagement : paths.students
  const query = viewQuery(view)
  const tab = (change: Partial<View>) =>
    viewQuery({ ...view, hidden: false, unpaid: false, unsigned: false, page: 1, ...change })
  return (
    <>
      <PageHeader
        title={title}
        back={managed ? BACK_TO_ADMIN : undefined}
        actions={
          <>
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
          </>
        }
      />
      {above}
      <Card>
        <Tabs
          label="Students shown"
          current={tabOf(managed, view)}
          tabs={[
            { id: 'month', name: 'All students', to: paths.students(tab({})) },
            { id: 'unpaid', name: 'Unpaid this month', to: paths.students(tab({ unpaid: true })) },
            { id: 'unsigned', name: 'Waiver missing', to: paths.students(tab({ unsigned: true })) },
            { id: 'management', name: 'Management', to: paths.studentsManagement(tab({})) },
            { id: 'removed', name: 'Removed', to: paths.studentsManagement(tab({ hidden: true })) },
          ]}
        />
        <div className="my-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <StudentSearch
            action={listTo()}
            search={view.search}
            month={view.monthKey}
            months={months}
            hidden={view.hidden}
            unpaid={view.unpaid}
            unsigned={view.unsigned}
          />
          <MonthSteps view={view} to={(month) => listTo(viewQuery({ ...view, page: 1 }, { month }))} />
        </div>
        {children}
      </Card>
    </>
  )
}

function tabOf(managed: boolean, { hidden, unpaid, unsigned }: View): string {
  if (managed) return hidden ? 'removed' : 'management'
  if (unpaid) return 'unpaid'
  return unsigned ? 'unsigned' : 'month'
}

function MonthSteps({ view, to }: { view: View; to: (month: string) => string }) {
  const month = parseMonth(view.monthKey)
  if (!month) return null
  const step = (by: -1 | 1, label: string, sign: string) => (
    <Link to={to(monthKey(addToMonth(month, by)))} stay aria-label={label} className="btn btn-quiet w-11 px-0">
      <span aria-hidden="true">{sign}</span>
    </Link>
  )
  return (
    <nav aria-label="Month" className="hidden items-center sm:flex">
      {step(-1, 'Previous month', '←')}
      <strong className="px-2 whitespace-nowrap">{view.monthName}</strong>
      {step(1, 'Next month', '→')}
    </nav>
  )
}
