import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { allWaiting, type WaitingEntry } from '~/models/schedule/waitlist/waiting-lists.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { dayOfWeek, firstOn, formatDay, formatInstant, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { OfferButtons } from './offer-buttons'
import { ToCall } from './to-call'

export const meta: MetaFunction = () => [{ title: 'Waitlists' }]

/** Returns the date on which an entry's waitlist is shown: its own, or the next one. */
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
      {waiting.length === 0 ? <EmptyState title="No one is waiting for a spot." /> : null}
      <ul className="card px-4 empty:hidden">
        {waiting.map(({ id, until, offerId, isOn, ...entry }) => (
          <li key={id} id={`waiting-${id}`} className="border-b border-line last:border-0">
            {isOn ? (
              <Link
                to={paths.lessonWaitlist({ ...entry, date: entry.on })}
                className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2"
              >
                <Line {...entry} until={until} className="link me-auto" />
              </Link>
            ) : (
              <p className="flex flex-wrap gap-x-3 pt-2">
                <Line {...entry} until={until} className="me-auto" />
              </p>
            )}
            {isOn ? null : (
              <Form
                method="post"
                action={paths.lessonWaitlist({ ...entry, date: entry.on })}
                className="mb-2 flex flex-wrap items-center gap-2"
              >
                <Csrf />
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="back" value="lists" />
                <b className="text-bad">This lesson is off the schedule.</b>
                <Button
                  name="intent"
                  value="remove"
                  variant="quiet"
                  aria-label={`Remove ${entry.name} from the waitlist`}
                >
                  Remove
                </Button>
              </Form>
            )}
            {offerId && until ? (
              <Form
                method="post"
                action={paths.lessonWaitlist({ ...entry, date: entry.on })}
                className="mb-2 flex flex-wrap gap-2"
              >
                <Csrf />
                <OfferButtons name={entry.name} offerId={offerId} />
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Line({
  name,
  place,
  date,
  time,
  type,
  weekly,
  until,
  unreached,
  missed,
  className,
}: Pick<WaitingEntry, 'name' | 'place' | 'date' | 'time' | 'type' | 'weekly' | 'unreached' | 'missed'> & {
  until: string | null
  /** The classes of the name. */
  className: string
}) {
  return (
    <>
      <span className={className}>
        {place}. {name}
      </span>
      <span className="text-muted">
        {formatWeekday(date)}, {formatTimeOfDay(time)} {type}, {weekly ? 'every week from ' : ''}
        {formatDay(date)}
        {until ? ` · offered until ${until}` : ''}
        <ToCall unreached={unreached} missed={missed} />
      </span>
    </>
  )
}
