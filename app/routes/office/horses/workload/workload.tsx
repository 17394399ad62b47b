import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { HorseName } from '~/components/rides/horse-name'
import { Button, ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { PrintButton } from '~/components/ui/print-button'
import { namedHorses } from '~/models/schedule/horses/horse.server'
import { listCare, sayDue } from '~/models/schedule/workload/care.server'
import { changeRecordSchema } from '~/models/schedule/workload/other-work.schema'
import { removeOtherWork, restoreOtherWork } from '~/models/schedule/workload/other-work.server'
import { loadTotals, loadWorkloads } from '~/models/schedule/workload/workload.server'
import { readWorkload } from '~/models/schedule/workload/workload-range'
import { today } from '~/platform/clock.server'
import { addMonths, formatDay, monthEnd, monthStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { DueList } from '../due-list'
import { DailyRecord } from './daily-record'
import { HorseYear } from './horse-year'
import { WorkloadTable } from './workload-table'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Workload Log' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const day = today()
  const asked = readWorkload(new URL(request.url).searchParams, day)
  const { from, to, horse } = asked
  const [all, records, year, care, horses] = await Promise.all([
    horse === undefined ? loadTotals(from, to, day) : [],
    horse === undefined ? [] : loadWorkloads(from, to, day, horse),
    horse === undefined ? [] : loadWorkloads(addMonths(monthStart(to), -11), monthEnd(to), day, horse),
    horse === undefined ? null : listCare(horse),
    namedHorses(),
  ])
  return {
    asked,
    all,
    one: records[0] ?? null,
    year: year[0]?.days ?? [],
    care: care?.due.map(sayDue) ?? [],
    horses,
    today: day,
  }
}

const addressOf = (query: URLSearchParams) => paths.workload(readWorkload(query, today()))

/** Removes other work, or restores it. */
export const action = formAction({
  guard: requireAdmin,
  schema: changeRecordSchema,
  failed: (intent) => (intent === 'restore' ? 'Not undone' : 'Work was not removed'),
  refusedTo: ({ query }) => addressOf(query),
  async run({ viewer, value: { intent, id }, query }) {
    const to = addressOf(query)
    const { horse, date } = await (intent === 'restore' ? restoreOtherWork : removeOtherWork)(viewer.id, id)
    const description = `${horse}, ${formatDay(date)}`
    if (intent === 'restore') return { to, title: 'Undone: the work is back', description }
    const undo = { label: 'Undo', action: to, fields: { intent: 'restore', id: String(id) } }
    return { to, title: 'Work Removed', description, undo }
  },
})

export default function WorkloadLog() {
  const { asked, all, one, year, care, horses, today } = useLoaderData<typeof loader>()
  const { from, to, horse } = asked
  return (
    <>
      <PageHeader
        title={
          one ? (
            <>
              Workload of <HorseName name={one.horse} />
            </>
          ) : (
            'Workload Log'
          )
        }
        back={
          horse === undefined
            ? { to: paths.horses(), label: 'Horses' }
            : { to: paths.workload({ from, to }), label: 'All horses' }
        }
        actions={
          <>
            <PrintButton />
            {one?.isActive ? (
              <ButtonLink to={paths.horseCare(one.horseId)} variant="secondary">
                Care
              </ButtonLink>
            ) : null}
            <ButtonLink to={paths.workloadExport(asked)} variant="secondary" className="max-[30rem]:basis-[35%]">
              Export CSV
            </ButtonLink>
            <ButtonLink to={paths.workloadPdf(asked)} variant="secondary" className="max-[30rem]:basis-[19%]">
              PDF
            </ButtonLink>
            <ButtonLink to={paths.addHorseWork(asked)} stay>
              Log Other Work
            </ButtonLink>
          </>
        }
      >
        <span className="num">
          {formatDay(from)} – {formatDay(to)}
        </span>
        . Ready for an inspector.
      </PageHeader>
      <Form
        method="get"
        className="no-print mb-4 grid items-end gap-2 min-[22rem]:grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <Field name="from" label="From" type="date" defaultValue={from} required />
        <Field name="to" label="To" type="date" defaultValue={to} required />
        <SelectField
          name="horse"
          label="Horse"
          defaultValue={String(horse ?? '')}
          options={[
            { value: '', label: 'All horses' },
            ...horses.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <span className="flex gap-2 max-sm:col-span-full max-sm:justify-end">
          <Button variant="secondary">Show</Button>
          <ButtonLink
            to={paths.workload({ from: `${today.slice(0, 4)}-01-01`, to: today, horse })}
            variant="quiet"
            aria-current={from.endsWith('-01-01') && to === today ? 'true' : undefined}
          >
            This year
          </ButtonLink>
          {from === monthStart(today) && to === today ? null : (
            <ButtonLink to={paths.workload({ horse })} variant="quiet">
              This month
            </ButtonLink>
          )}
        </span>
      </Form>
      {all.length === 0 && !one ? <EmptyState title="No horses worked on these days." /> : null}
      {all.length > 0 ? <WorkloadTable horses={all} from={from} to={to} /> : null}
      <DueList due={care} className="mb-4" />
      {year.length > 0 ? <HorseYear days={year} today={today} /> : null}
      {one ? <DailyRecord workload={one} /> : null}
      <Outlet />
    </>
  )
}
