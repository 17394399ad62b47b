import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DayStrip } from '~/components/booking/day-strip'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { WaiverAsk } from '~/components/waivers/waiver-ask'
import { familyRider, ridersOfFamily } from '~/models/families/family.server'
import { bookMakeup, openMakeups } from '~/models/makeups/book-makeup.server'
import { isLateAt } from '~/models/makeups/makeup-rules.server'
import { bookPlace } from '~/models/places/book-place.server'
import { byDay } from '~/models/places/by-day'
import { leftToBook } from '~/models/places/left-to-book.server'
import { lessonsFor, type OpenLesson } from '~/models/places/places-to-take.server'
import { dayField, scopeField, slotKeyField } from '~/models/schedule/slot.schema'
import { type Slot, slotKey } from '~/models/schedule/week'
import { type WaitingEntry, waitingOf } from '~/models/waitlist/waiting-lists.server'
import { joinWaitlist, leaveWaitlist } from '~/models/waitlist/waitlist.server'
import { hinderedOf } from '~/models/waivers/rule.server'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek, formatComing, formatInstant, monthName } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { type FindPlaceQuery, paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { MakeupsToUse } from './makeups-to-use'
import { canHave, isOnSale, listed, type Offered } from './offered'
import { PlaceLine } from './place-line'
import { WaitingCard } from './waiting-card'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Find a Place' }]

const DAYS_SHOWN = 14
const DAYS_AHEAD = 42

/** The lessons that were listed when something was pressed, in the page's address: their keys. */
const keptField = z
  .string()
  .max(2000)
  .transform((text) => text.split('|').filter(Boolean))
const keptIn = (query: URLSearchParams) => keptField.safeParse(query.get('kept')).data ?? []

/** The lesson that was called off a moment ago, for which there is a makeup. */
const insteadIn = (query: URLSearchParams) => slotKeyField.safeParse(query.get('instead')).data ?? null

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const kept = keptIn(query)
  const family = await ridersOfFamily(viewer.id)
  const asked = query.get('rider')
  const rider = asked ? family.find(({ id }) => id === asked) : family[0]
  if (!rider) throw new Response('Rider not found.', { status: 404, statusText: 'Not Found' })
  const first = today()
  const end = addDays(first, DAYS_AHEAD - 1)
  const asFrom = dayField.safeParse(query.get('from')).data ?? first
  const from = asFrom < first || asFrom > end ? first : asFrom
  const to = [addDays(from, DAYS_SHOWN - 1), end].sort()[0] ?? end
  const day = dayField.safeParse(query.get('day')).data ?? null
  const [left, makeups] = await Promise.all([leftToBook(rider.id, from, to), openMakeups(rider.id, from)])
  const waiting = await waitingOf([rider.id])
  const isLate = await isLateAt(now())
  const lessons = await lessonsFor(rider.id, from, to, { types: left.types, booked: kept })
  const hindered = await hinderedOf([rider])
  const days = byDay(
    lessons.map((lesson) => ({
      ...lesson,
      canBook: left.leftFor(lesson) > 0,
      waits: waiting.some((entry) => isSameLine(entry, lesson)),
      canMakeUp: makeups.some(({ type, until }) => type === lesson.type && until >= lesson.date),
      isLate: isLate(lesson),
      stays: kept.includes(slotKey(lesson)),
    })),
  )
  const isAll = query.get('show') === 'all'
  return {
    instead: insteadIn(query),
    hindered: hindered.map(({ id, firstName, isSelf }) => ({ id, firstName, isSelf })),
    family: family.length > 1 ? family.map(({ id, name }) => ({ id, name })) : [],
    rider: { id: rider.id, name: rider.firstName },
    waiting: waiting.map(({ expiresAt, ...entry }) => ({
      ...entry,
      until: expiresAt && formatInstant(expiresAt, getEnv().schoolTimezone),
    })),
    days,
    day: days.find(({ date }) => date === day)?.date ?? (isAll ? (days[0]?.date ?? null) : null),
    isAll,
    use: query.get('use') === 'lesson' ? ('lesson' as const) : ('makeup' as const),
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
    const kept = [...new Set([...keptIn(query), slotKey(slot)])].join('|')
    await (use === 'makeup' ? bookMakeup : bookPlace)(viewer.id, rider, slot)
    const when = `${formatComing(today(), slot.date)} at ${formatTimeOfDay(slot.time)}`
    return {
      to: addressOf(rider, query, kept),
      title: use === 'makeup' ? 'Makeup booked' : 'Lesson booked',
      description: `${name}: ${slot.type}, ${when}`,
    }
  },
})

/** The page that a form was sent from. */
const addressOf = (rider: string, query: URLSearchParams, kept = keptIn(query).join('|')) =>
  paths.findPlace({
    rider,
    from: query.get('from'),
    day: query.get('day'),
    show: query.get('show') === 'all' ? 'all' : null,
    use: query.get('use') === 'lesson' ? 'lesson' : null,
    instead: query.get('instead'),
    kept,
  })

export default function FindPlace() {
  const { instead, ...found } = useLoaderData<typeof loader>()
  return instead ? <PickAnother {...found} instead={instead} /> : <AllPlaces {...found} />
}

type Found = Omit<ReturnType<typeof useLoaderData<typeof loader>>, 'instead'>

/** What comes right after a ride was called off: the next times for its makeup. */
function PickAnother({ instead, rider, first, days, makeups, hindered }: Found & { instead: Slot }) {
  const fits = days.flatMap(({ lessons }) => lessons).filter(({ type }) => type === instead.type)
  const { lessons } = listed(fits, null, false)
  const here: FindPlaceQuery = { rider: rider.id, instead: slotKey(instead) }
  const at = paths.findPlace({ ...here, kept: lessons.map(slotKey).join('|') })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Pick another time">
        Instead of {formatComing(first, instead.date)} at {formatTimeOfDay(instead.time)}
      </PageHeader>
      <WaiverAsk riders={hindered} required back={paths.findPlace(here)} />
      {lessons.length ? (
        <ul className="card">
          {lessons.map((lesson) => (
            <PlaceLine
              key={slotKey(lesson)}
              lesson={lesson}
              riderId={rider.id}
              today={first}
              at={at}
              dated
              use="makeup"
            />
          ))}
        </ul>
      ) : (
        <EmptyState title="Nothing to book in these two weeks." />
      )}
      <div className="actions mt-3">
        <ButtonLink to={paths.scheduledRides()} variant="secondary">
          {lessons.some(({ now }) => now === 'booked') ? 'Done' : 'Not now'}
        </ButtonLink>
        <Link to={paths.findPlace({ rider: rider.id })} className={LINK}>
          All times
        </Link>
      </div>
      <MakeupsToUse makeups={makeups} />
    </div>
  )
}

function AllPlaces({
  family,
  hindered,
  rider,
  waiting,
  days,
  day,
  isAll,
  use,
  makeups,
  from,
  to,
  first,
  earlier,
  later,
}: Found) {
  const lessons = days.flatMap(({ lessons }) => lessons)
  const { lessons: shown, more, full, toBuy } = listed(lessons, day, isAll)
  const page: FindPlaceQuery = {
    rider: rider.id,
    from: from === first ? null : from,
    show: isAll ? 'all' : null,
    use: use === 'lesson' ? use : null,
  }
  const at = paths.findPlace({ ...page, day, kept: shown.map(slotKey).join('|') })
  const row = (lesson: Offered) => (
    <PlaceLine key={slotKey(lesson)} lesson={lesson} riderId={rider.id} today={first} at={at} dated={!day} use={use} />
  )
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Find a place" back={{ to: paths.scheduledRides(), label: 'Scheduled Rides' }}>
        Uses a lesson of that month or a makeup.
      </PageHeader>
      {family.length ? (
        <div className="mb-3">
          <Tabs
            label="Riders"
            tabs={family.map(({ id, name }) => ({ id, name, to: paths.findPlace({ rider: id, from: page.from }) }))}
            current={rider.id}
          />
        </div>
      ) : null}
      <WaiverAsk riders={hindered} required back={paths.findPlace({ rider: rider.id, from: page.from })} />
      <WaitingCard title="A spot for you" waiting={waiting.filter(({ offerId }) => offerId)} at={at} />
      <nav aria-label="Lessons" className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="segmented">
          <Link to={paths.findPlace({ ...page, show: null })} stay aria-current={isAll ? undefined : 'page'}>
            Can book · {lessons.filter(canHave).length}
          </Link>
          <Link to={paths.findPlace({ ...page, day, show: 'all' })} stay aria-current={isAll ? 'page' : undefined}>
            All
          </Link>
        </div>
        <div className="flex gap-4">
          {earlier ? (
            <Link to={paths.findPlace({ ...page, from: earlier })} stay className={LINK}>
              Earlier
            </Link>
          ) : null}
          {later ? (
            <Link to={paths.findPlace({ ...page, from: later })} stay className={LINK}>
              Later
            </Link>
          ) : null}
        </div>
      </nav>
      <DayStrip
        from={from}
        to={to}
        days={days.map(({ date, lessons }) => ({ date, free: lessons.filter(canHave).length }))}
        chosen={day}
        address={(date) => paths.findPlace({ ...page, day: date })}
      />
      <h2 className="mt-3 mb-1 text-base">
        {day ? formatComing(first, day) : 'Next times'}{' '}
        {more ? (
          <span className="font-normal text-muted">
            {shown.length} of {shown.length + more}
          </span>
        ) : null}
      </h2>
      {shown.length ? <ul className="card">{shown.map(row)}</ul> : <EmptyState title={emptyTitle(days.length, day)} />}
      {lessons.some((lesson) => canHave(lesson) && lesson.canBook && lesson.canMakeUp) ? (
        <p className="flex flex-wrap items-center gap-x-2">
          {use === 'makeup' ? 'Makeups are used first.' : 'Lessons are used first.'}
          <Link to={paths.findPlace({ ...page, day, use: use === 'makeup' ? 'lesson' : null })} stay className={LINK}>
            {use === 'makeup' ? 'Use lessons' : 'Use makeups'}
          </Link>
        </p>
      ) : null}
      {full.length ? (
        <details id={`full-${rider.id}`}>
          <summary className={LINK}>
            {full.length === 1 ? '1 full lesson' : `${full.length} full lessons`}: join a waitlist
          </summary>
          <ul className="card">{full.map(row)}</ul>
        </details>
      ) : null}
      {toBuy.map(({ month, types }) =>
        isOnSale(month, first) ? (
          <p key={month}>
            <Link to={paths.purchase({ rider: rider.id, start: month })} className={LINK}>
              {list.format(types)}: buy {monthName(month)} first
            </Link>
          </p>
        ) : null,
      )}
      {/* What a booking changes stands below the lessons, so that none of them moves under a finger. */}
      <MakeupsToUse makeups={makeups} />
      <WaitingCard title="Waitlist" waiting={waiting.filter(({ offerId }) => !offerId)} at={at} />
    </div>
  )
}

const LINK = 'link inline-flex min-h-11 items-center'
const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function emptyTitle(days: number, day: string | null): string {
  if (days === 0) return 'No lessons that fit in these two weeks.'
  return day ? 'Nothing to book on this day.' : 'Nothing to book in these two weeks.'
}
