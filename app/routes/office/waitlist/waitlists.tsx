import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { allWaiting, type WaitingEntry } from '~/models/waitlist/waiting-lists.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { dayOfWeek, firstOn, formatDay, formatInstant, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { OfferButtons } from './offer-buttons'

export const meta: MetaFunction = () => [{ title: 'Waitlists' }]

/** Where the line of an entry is shown: on its date, or the next one. */
const dayOf = ({ date, weekly }: WaitingEntry, day: LocalDate) =>
  weekly && date < day ? firstOn(dayOfWeek(date), day) : date

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [day, zone] = [today(), getEnv().schoolTimezone]
  const waiting = (await allWaiting()).map(({ expiresAt, ...entry }) => ({
    ...entry,
    on: dayOf({ expiresAt, ...entry }, day),
    until: expiresAt && formatInstant(expiresAt, zone),
  }))
  return { waiting }
}

export default function Waitlists() {
  const { waiting } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Waitlists" back={{ to: paths.admin(), label: 'Week' }} />
      {waiting.length === 0 ? <EmptyState title="No one is waiting for a place." /> : null}
      <ul className="card px-4 empty:hidden">
        {waiting.map(({ id, name, place, date, on, time, type, weekly, until, unreached, offerId }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link
              to={paths.lessonWaitlist({ date: on, time, type })}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2"
            >
              <span className="link me-auto">
                {place}. {name}
              </span>
              <span className="text-muted">
                {formatWeekday(date)}, {formatTimeOfDay(time)} {type}, {weekly ? 'every week from ' : ''}
                {formatDay(date)}
                {until ? ` · offered until ${until}` : ''}
                {unreached ? <b className="text-bad"> · No email reaches them. Please call.</b> : null}
              </span>
            </Link>
            {offerId && until ? (
              <Form
                method="post"
                action={paths.lessonWaitlist({ date: on, time, type })}
                className="mb-2 flex flex-wrap gap-2"
              >
                <Csrf />
                <OfferButtons name={name} offerId={offerId} />
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
