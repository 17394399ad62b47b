import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { familyRider, ridersOfFamily } from '~/models/families/family.server'
import { bookMakeup, openMakeups } from '~/models/makeups/book-makeup.server'
import { bookPlace } from '~/models/places/book-place.server'
import { byDay } from '~/models/places/by-day'
import { leftToBook } from '~/models/places/left-to-book.server'
import { lessonsFor, type OpenLesson } from '~/models/places/places-to-take.server'
import { dayField, scopeField, slotKeyField } from '~/models/schedule/slot.schema'
import { slotKey } from '~/models/schedule/week'
import { type WaitingEntry, waitingOf } from '~/models/waitlist/waiting-lists.server'
import { joinWaitlist, leaveWaitlist } from '~/models/waitlist/waitlist.server'
import { hinderedOf } from '~/models/waivers/rule.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek, formatDay, formatInstant, formatWeekday } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { BuyFirst } from './buy-first'
import { MakeupsToUse } from './makeups-to-use'
import { PlaceLine, usesMakeup } from './place-line'
import { WaitingCard } from './waiting-card'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Find a Place' }]

const DAYS_SHOWN = 14
const DAYS_AHEAD = 42

/** What was booked on this page, in its address: keys of lessons. */
const bookedField = z
  .string()
  .max(2000)
  .transform((text) => text.split('|').filter(Boolean))
const bookedIn = (query: URLSearchParams) => bookedField.safeParse(query.get('booked')).data ?? []

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const booked = bookedIn(query)
  const family = await ridersOfFamily(viewer.id)
  const asked = query.get('rider')
  const rider = asked ? family.find(({ id }) => id === asked) : family[0]
  if (!rider) throw new Response('Rider not found.', { status: 404, statusText: 'Not Found' })
  const first = today()
  const end = addDays(first, DAYS_AHEAD - 1)
  const day = dayField.safeParse(query.get('from')).data ?? first
  const from = day < first || day > end ? first : day
  const to = [addDays(from, DAYS_SHOWN - 1), end].sort()[0] ?? end
  const [left, makeups] = await Promise.all([leftToBook(rider.id, from, to), openMakeups(rider.id, from)])
  const waiting = await waitingOf([rider.id])
  const lessons = await lessonsFor(rider.id, from, to, { types: left.types, booked })
  const hindered = await hinderedOf([rider])
  return {
    hindered: hindered.map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    family: family.length > 1 ? family.map(({ id, name }) => ({ id, name })) : [],
    rider: { id: rider.id, name: rider.firstName },
    waiting: waiting.map(({ expiresAt, ...entry }) => ({
      ...entry,
      until: expiresAt && formatInstant(expiresAt, getEnv().schoolTimezone),
    })),
    days: byDay(
      lessons.map((lesson) => ({
        ...lesson,
        canBook: left.leftFor(lesson) > 0,
        waits: waiting.some((entry) => isSameLine(entry, lesson)),
        canMakeUp: makeups.some(({ type, until }) => type === lesson.type && until >= lesson.date),
      })),
    ),
    booked: booked.join('|') || undefined,
    from,
    to,
    first,
    makeups,
    earlier: from > first ? [addDays(from, -DAYS_SHOWN), first].sort()[1] : null,
    later: to < end ? addDays(to, 1) : null,
  }
}

/** Whether somebody waits for this lesson, on its date or every week. */
const isSameLine = (entry: WaitingEntry, { date, time, type }: OpenLesson): boolean =>
  entry.time === time &&
  entry.type === type &&
  (entry.date === date || (entry.weekly && entry.date < date && dayOfWeek(entry.date) === dayOfWeek(date)))

const schema = z.object({
  intent: z.enum(['book', 'wait', 'leave']).default('book'),
  rider: z.string().max(100),
  slot: slotKeyField.optional(),
  /** What a booking uses up. */
  use: z.enum(['lesson', 'makeup']).default('lesson'),
  scope: scopeField.default('one-time'),
  /** The entry of the waitlist that is left. */
  id: idField.optional(),
})

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: (intent) => (intent === 'wait' || intent === 'leave' ? 'Not saved' : 'Not booked'),
  refusedTo: ({ form, query }) => addressOf(String(form.get('rider')), query),
  async run({ viewer, value: { intent, rider, slot, use, scope, id }, query }) {
    const { name } = await familyRider(viewer.id, rider)
    const to = addressOf(rider, query)
    if (intent === 'leave' && id !== undefined) {
      await leaveWaitlist(viewer.id, id, { userId: viewer.id })
      return { to, title: 'Off the waitlist' }
    }
    if (!slot) throw new Refused('Choose a lesson', 'slot')
    if (intent === 'wait') {
      await joinWaitlist(viewer.id, rider, slot, scope)
      return { to, title: `${name} is on the waitlist`, description: 'We email you when a place becomes free.' }
    }
    const booked = [...bookedIn(query), slotKey(slot)].join('|')
    await (use === 'makeup' ? bookMakeup : bookPlace)(viewer.id, rider, slot)
    const when = `${formatWeekday(slot.date)}, ${formatDay(slot.date)} at ${formatTimeOfDay(slot.time)}`
    return {
      to: addressOf(rider, query, booked),
      title: use === 'makeup' ? 'Makeup booked' : 'Place booked',
      description: `${name}: ${slot.type}, ${when}`,
    }
  },
})

const addressOf = (rider: string, query: URLSearchParams, booked = bookedIn(query).join('|')) =>
  paths.findPlace({ rider, from: query.get('from'), booked: booked || undefined })

export default function FindPlace() {
  const { family, hindered, rider, waiting, days, makeups, booked, from, first, earlier, later } =
    useLoaderData<typeof loader>()
  const shown = from === first ? undefined : from
  const at = paths.findPlace({ from: shown, booked })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Find a place" back={{ to: paths.scheduledRides(), label: 'Scheduled Rides' }}>
        Lessons that fit {rider.name}. A place you book uses a lesson of that month.
      </PageHeader>
      {family.length ? (
        <div className="mb-4">
          <Tabs
            label="Riders"
            tabs={family.map(({ id, name }) => ({ id, name, to: paths.findPlace({ rider: id, from: shown }) }))}
            current={rider.id}
          />
        </div>
      ) : null}
      <WaiverAsk riders={hindered} required back={paths.findPlace({ rider: rider.id, from: shown })} />
      <WaitingCard title="A place for you" waiting={waiting.filter(({ offerId }) => offerId)} at={at} />
      {days.length === 0 ? <EmptyState title="No lessons that fit in these two weeks." /> : null}
      {days.map(({ date, lessons }) => (
        <section key={date} className="card mb-3 px-4 py-3">
          <h2 className="text-base">
            {formatWeekday(date)}, {formatDay(date)}
          </h2>
          <ul>
            {lessons.map((lesson) => (
              <PlaceLine key={slotKey(lesson)} lesson={lesson} riderId={rider.id} at={at} />
            ))}
          </ul>
        </section>
      ))}
      {/* What a booking changes stands below the lessons, so that none of them moves under a finger. */}
      <WaitingCard title="Waitlist" waiting={waiting.filter(({ offerId }) => !offerId)} at={at} />
      <MakeupsToUse makeups={makeups} fits={days.some(({ lessons }) => lessons.some(usesMakeup))} />
      <BuyFirst rider={rider.name} lessons={days.flatMap(({ lessons }) => lessons)} />
      <nav aria-label="Weeks" className="actions">
        {earlier ? (
          <ButtonLink to={paths.findPlace({ rider: rider.id, from: earlier })} stay variant="secondary">
            Earlier
          </ButtonLink>
        ) : null}
        {later ? (
          <ButtonLink to={paths.findPlace({ rider: rider.id, from: later })} stay variant="secondary">
            Later
          </ButtonLink>
        ) : null}
      </nav>
    </div>
  )
}
