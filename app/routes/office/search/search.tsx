import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { Form } from '~/components/form/form'
import { SEARCH_HINT } from '~/components/nav/office-search'
import { Facts } from '~/components/office/facts'
import { HorseName } from '~/components/rides/horse-name'
import { AttendanceBadge } from '~/components/rides/ride-list'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { isMarked } from '~/models/schedule/week/week'
import { type OfficeSearch, searchOffice } from '~/models/students/office-search.server'
import { today } from '~/platform/clock.server'
import { formatWeekdayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatPhone } from '~/utils/phone'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.q ? `Search: ${data.q}` : 'Search' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
  return { q, found: await searchOffice(q, today()) }
}

export default function Search() {
  const { q, found } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Search" />
      <Form role="search" className="mb-4 flex max-w-xl items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            key={q}
            label={SEARCH_HINT}
            name="q"
            type="search"
            data-search
            maxLength={100}
            defaultValue={q}
            autoComplete="off"
            autoFocus={!q}
          />
        </div>
        <Button>Search</Button>
      </Form>
      <div role="status">
        {found && !found.students.length && !found.horses.length ? (
          <EmptyState title={`No results for “${q}”.`}>Try fewer letters or part of a phone number.</EmptyState>
        ) : null}
      </div>
      {found ? (
        <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
          {found.students.length ? <Students found={found} q={q} /> : null}
          {found.horses.length ? <Horses horses={found.horses} /> : null}
        </div>
      ) : null}
    </>
  )
}

function Students({ found: { students, total }, q }: { found: OfficeSearch; q: string }) {
  return (
    <Card title={`Students (${total})`}>
      <ul>
        {students.map(({ id, name, phone, email, parentName, guardian, guardianId, removed, active, rides }) => (
          <li key={id} className="border-t border-line py-2">
            <span className="flex flex-wrap items-center gap-x-3">
              <Link to={paths.student(id)} className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]">
                {name || 'No name'}
              </Link>
              {removed ? <Badge>Removed</Badge> : null}
              {active ? null : <Badge tone="bad">Sign-in blocked</Badge>}
            </span>
            <span className="block text-sm text-muted">
              <Facts of={[formatPhone(phone), email === name ? null : email, parentName && `Parent: ${parentName}`]} />
            </span>
            {guardianId ? (
              <span className="block text-sm text-muted">
                Guardian:{' '}
                <Link to={paths.student(guardianId)} className="link">
                  {guardian || 'No name'}
                </Link>
              </span>
            ) : null}
            {rides.length ? (
              <ul aria-label={`Rides of this week, ${name}`} className="flex flex-wrap gap-x-4">
                {rides.map(({ date, time, type, horse, attendance }) => (
                  <li key={`${date} ${time}`} className="flex items-center gap-2 text-sm">
                    <Link
                      to={paths.lessonRider({ date, time, type }, id)}
                      className="link inline-flex min-h-11 items-center"
                    >
                      <span>
                        {formatWeekdayShort(date)}, {formatTimeOfDay(time)}, {type}
                        {horse ? ', ' : null}
                        <HorseName name={horse} />
                      </span>
                    </Link>
                    {isMarked(attendance) ? <AttendanceBadge attendance={attendance} /> : null}
                  </li>
                ))}
              </ul>
            ) : (
              <span className="block text-sm text-muted">No ride this week</span>
            )}
          </li>
        ))}
      </ul>
      {students.length < total ? (
        <Link to={paths.students({ search: q })} className="link inline-flex min-h-11 items-center">
          See all in Students
        </Link>
      ) : null}
    </Card>
  )
}

function Horses({ horses }: { horses: OfficeSearch['horses'] }) {
  return (
    <Card title={`Horses (${horses.length})`}>
      <ul>
        {horses.map(({ id, name, onRest, removed }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line">
            <Link to={paths.horseTracking({ horse: id })} className="link inline-flex min-h-11 items-center">
              <HorseName name={name} />
            </Link>
            {onRest ? <Badge tone="warn">Resting</Badge> : null}
            {removed ? <Badge>Removed</Badge> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
