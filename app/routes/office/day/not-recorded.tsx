import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { CSSProperties } from 'react'
import { z } from 'zod'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { unrecordedRides, usualFirstDay } from '~/models/schedule/attendance/unrecorded.server'
import { isMarked } from '~/models/schedule/week/week'
import { dayOf } from '~/models/schedule/week/week-address'
import { now } from '~/platform/clock.server'
import { addDays, formatDay, formatWeekday } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { MarkAll } from './mark-all'
import { SheetRide } from './sheet-ride'

const LESSONS_OF_A_PAGE = 20
const DAYS_MORE = 180

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Attendance to Mark' }]

/** When the list was opened, in milliseconds: rides that were marked since then stay listed until the page is left. */
const sinceField = z.coerce.number().int().min(1).max(8.64e15)

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const from = dayOf(query.get('from')) ?? usualFirstDay()
  // The last lesson of a page may just have been recorded, so a page past the end shows the last page.
  const { data: since } = sinceField.safeParse(query.get('since'))
  const page = pageNumber(query.get('page'))
  const shown = await unrecordedRides(from, {
    page,
    pageSize: LESSONS_OF_A_PAGE,
    since: since ? new Date(since) : undefined,
  })
  return { from, asked: from === usualFirstDay() ? undefined : from, since: since ?? now().getTime(), ...shown }
}

const isOpen = ({ attendance }: { attendance: string }) => !isMarked(attendance)

export default function NotRecorded() {
  const { from, asked, since, older, page, pages, rides, lessons } = useLoaderData<typeof loader>()
  const address = (number: number) => paths.notRecorded({ page: number > 1 ? number : undefined, from: asked, since })
  const back = address(page)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Attendance to Mark" back={{ to: paths.admin(), label: 'Week' }}>
        <span className="num">
          {rides} {rides === 1 ? 'ride' : 'rides'} since {formatDay(from)}
        </span>
        . Unmarked rides don’t count.
      </PageHeader>
      {lessons.length === 0 ? <EmptyState title="Every ride is recorded." /> : null}
      <div className="sheet">
        {lessons.map(({ date, time, type, color, of, riders }, i) => {
          const slot = { date, time, type }
          return (
            <div key={`${date} ${time} ${type}`}>
              {lessons[i - 1]?.date === date ? null : (
                <h2 className="mt-3 mb-1 text-lg">
                  <Link to={paths.daySheet({ date })} className="inline-flex min-h-11 items-center">
                    {formatWeekday(date)}, {formatDay(date)}
                  </Link>
                </h2>
              )}
              <section
                className="card sheet-lesson"
                style={{ '--type': color || undefined } as CSSProperties}
                aria-label={`${formatTimeOfDay(time)} ${type}, ${formatDay(date)}`}
              >
                <div className="flex items-center gap-2 px-2">
                  <h3 className="num me-auto py-2 text-base">
                    <Link to={paths.lesson(slot)} className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
                      {formatTimeOfDay(time)} {type}
                      {riders.length < of ? (
                        <span className="font-normal text-muted">
                          {riders.length} of {of}
                        </span>
                      ) : null}
                    </Link>
                  </h3>
                  <MarkAll slot={slot} open={riders.filter(isOpen).length} fields={{ back }} />
                </div>
                <ul>
                  {riders.map((rider) => (
                    <SheetRide
                      key={rider.riderId}
                      slot={slot}
                      rider={{ ...rider, horseId: null, note: '', barn: [], concerns: [] }}
                      back={back}
                      stays
                    />
                  ))}
                </ul>
              </section>
            </div>
          )
        })}
      </div>
      <Pages page={page} pages={pages} to={address} />
      {older ? (
        <p className="mt-4">
          <Link
            to={paths.notRecorded({ from: addDays(from, -DAYS_MORE) })}
            className="link inline-flex min-h-11 items-center"
          >
            Show earlier
          </Link>
        </p>
      ) : null}
    </div>
  )
}
