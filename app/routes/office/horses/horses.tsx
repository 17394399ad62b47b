import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { HorseName } from '~/components/rides/horse-name'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { loadHorseWeek, ridesOverLimit } from '~/models/schedule/horses/horse-week.server'
import { loadHorseWeeks } from '~/models/schedule/horses/horse-weeks.server'
import { dayOf } from '~/models/schedule/week/week-address'
import { hotDays, sayHot } from '~/models/schedule/workload/hot-days.server'
import { today } from '~/platform/clock.server'
import { addDays, formatDay, formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { HeatTable } from './heat-table'
import { HorseWeeks } from './horse-weeks'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Horses' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const day = today()
  const { week, rows } = await loadHorseWeek(dayOf(new URL(request.url).searchParams.get('week')) ?? day)
  const [over, eight, hot] = await Promise.all([
    ridesOverLimit(week),
    loadHorseWeeks(week, day),
    hotDays(week, addDays(week, 6)),
  ])
  return { week, today: day, rows, over, eight, hot: hot.map(({ date, fewer }) => ({ date, said: sayHot(fewer) })) }
}

export default function Horses() {
  const { week, today, rows, over, eight, hot } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Horses"
        actions={
          <>
            <ButtonLink to={paths.horseUsageExport({ week })} variant="secondary">
              Export CSV
            </ButtonLink>
            <ButtonLink to={paths.weekHorses({ week })} variant="secondary">
              Propose Horses
            </ButtonLink>
            <ButtonLink to={paths.workload()} variant="secondary">
              Workload Log
            </ButtonLink>
            <ButtonLink to={paths.horseTracking({ week })} stay variant="secondary">
              Horse Usage Tracking
            </ButtonLink>
            <ButtonLink to={paths.manageHorses({ week })} stay>
              Manage Horses
            </ButtonLink>
          </>
        }
      />
      <section className="card p-3 sm:p-4">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <h2 className="num me-auto text-lg">
            {formatDayShort(week)} – {formatDay(addDays(week, 6))}
          </h2>
          <nav aria-label="Weeks" className="no-print flex gap-2">
            <ButtonLink to={paths.horses({ week: addDays(week, -7) })} variant="secondary" aria-label="Previous week">
              <span aria-hidden="true">←</span>
            </ButtonLink>
            <ButtonLink to={paths.horses()} variant="secondary">
              This week
            </ButtonLink>
            <ButtonLink to={paths.horses({ week: addDays(week, 7) })} variant="secondary" aria-label="Next week">
              <span aria-hidden="true">→</span>
            </ButtonLink>
          </nav>
        </div>
        {rows.length === 0 ? (
          <EmptyState
            title="No horses yet."
            action={<ButtonLink to={paths.manageHorses({ week })}>Add the first horse</ButtonLink>}
          />
        ) : (
          <HeatTable week={week} today={today} rows={rows} />
        )}
        {hot.map(({ date, said }) => (
          <p key={date} className="mt-3 text-sm font-semibold text-warn">
            {formatDayShort(date)}: {said}.
          </p>
        ))}
        <p className="mt-3 text-sm text-muted">
          Darker means closer to the horse's limit. ! means over it. Other work counts as a ride.
        </p>
      </section>
      {over.length > 0 ? (
        <section className="card mt-4 p-3 sm:p-4">
          <h2 className="mb-2 text-lg">Over limit</h2>
          <ul>
            {over.map(({ id, horse, date, time, rider, overReason }) => (
              <li key={id} className="border-t border-line py-2 [overflow-wrap:anywhere]">
                <strong>
                  <HorseName name={horse} />
                </strong>
                , {formatDayShort(date)} {formatTimeOfDay(time)}, with {rider}: {overReason}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {eight.days > 0 && rows.length > 0 ? <HorseWeeks {...eight} rows={rows} /> : null}
      <Outlet />
    </>
  )
}
