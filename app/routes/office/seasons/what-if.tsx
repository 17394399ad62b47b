import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { PageHeader } from '~/components/ui/page-header'
import { monthlyPrices } from '~/models/bookkeeping/monthly-prices.server'
import { horsesInSeason } from '~/models/schedule/change/horses/season-horses.server'
import { IN_A_LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { readHorseWeek } from '~/models/schedule/season/horse-week.server'
import { isLarge, type Plan, seatsOf } from '~/models/schedule/season/plan'
import { withoutInstructor } from '~/models/schedule/season/without-instructor.server'
import { weekdayField } from '~/models/schedule/vocabulary/slot.schema'
import { weekdayName } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { draftOf } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'What If' }]

const whatIfSchema = z.object({
  instructor: z.string().max(100).catch(''),
  day: weekdayField.nullable().catch(null),
  /** In percent. */
  price: z.coerce.number().min(-90).max(300).catch(0),
})

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await draftOf(params)
  const asked = whatIfSchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  const instructors = await listInstructors()
  const teacher = instructors.find(({ id }) => id === asked.instructor)
  const placed = seatsOf(plan).flatMap(({ seat, lesson }) => (lesson ? [seat.riderId] : []))
  const riderIds = [...new Set(placed)]
  const prices = await monthlyPrices(riderIds)
  const month = sumOf(riderIds, prices)
  const horseWeek = await readHorseWeek(plan)
  const { without: withoutHorse, kinds, isPart } = await horsesInSeason(plan, horseWeek)
  const ofPackages = placed.filter((id) => prices.has(id)).length
  const eachRide = ofPackages > 0 ? Math.round(month / ofPackages) : null
  return {
    ...{ id: plan.season.id, name: plan.season.name, asked, instructors },
    rides: placed.length,
    riders: riderIds.length,
    without: riderIds.filter((id) => !prices.has(id)).length,
    month: formatCents(month),
    monthThen: formatCents(Math.round(month * (1 + asked.price / 100))),
    horses: {
      ...{ without: withoutHorse, isPart },
      eachRide: eachRide === null ? null : formatCents(eachRide),
      kinds: kinds
        .filter(({ more }) => more > 0)
        .map(({ kind, more, riderIds }) => ({
          ...{ kind, more, money: eachRide === null ? null : formatCents(more * eachRide) },
          riders: sayRiders(plan, riderIds),
        })),
    },
    teacher: teacher && {
      name: teacher.name,
      isShort: isLarge(plan),
      ...lossOf(
        plan,
        prices,
        await withoutInstructor(plan, horseWeek, { instructorId: teacher.id, weekday: asked.day }),
      ),
    },
  }
}

/** How many names a line has. */
const MOST_NAMES = 3

/** `Ann Reed, Ben Hill, Cy Low and 2 more`; each student once. */
function sayRiders({ riders }: Plan, riderIds: readonly string[]): string {
  const names = [...new Set(riderIds)].map((id) => riders.get(id)?.name ?? '').sort((a, b) => a.localeCompare(b, 'en'))
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const sumOf = (riderIds: readonly string[], prices: ReadonlyMap<string, Cents>): Cents =>
  riderIds.reduce((sum, id) => sum + (prices.get(id) ?? 0), 0)

function lossOf(
  plan: Plan,
  prices: ReadonlyMap<string, Cents>,
  { lessons, hit }: Awaited<ReturnType<typeof withoutInstructor>>,
) {
  const out = hit.filter(({ to }) => to === null)
  const closed = new Set(lessons.map(({ key }) => key))
  // Whoever still has a ride still pays.
  const stays = new Set([
    ...seatsOf(plan).flatMap(({ seat, lesson }) => (lesson && !closed.has(lesson.key) ? [seat.riderId] : [])),
    ...hit.flatMap(({ riderId, to }) => (to === null ? [] : [riderId])),
  ])
  const leaving = [...new Set(out.map(({ riderId }) => riderId))].filter((id) => !stays.has(id))
  return {
    lessons: lessons.length,
    out: out.length,
    unmet: hit.filter(({ to, why }) => to !== null && why !== null).length,
    money: formatCents(sumOf(leaving, prices)),
    hit: hit.map(({ riderId, ...one }, i) => ({ key: i, name: plan.riders.get(riderId)?.name ?? '', ...one })),
  }
}

/** What a season would be with one instructor less, one horse more, or another price. Nothing here is saved. */
export default function WhatIf() {
  const { id, name, asked, instructors, rides, riders, without, month, monthThen, horses, teacher } =
    useLoaderData<typeof loader>()
  const weekday = asked.day === null ? '' : ` on ${weekdayName(asked.day)}s`
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHeader title="What If" back={{ to: paths.season(id), label: name }}>
        {counted(rides, 'weekly ride')} of {counted(riders, 'student')}. Nothing here is saved.
      </PageHeader>
      <form
        action={paths.seasonWhatIf(id)}
        data-stay=""
        className="card grid gap-4 p-4 sm:grid-cols-[1fr_1fr_8rem_auto] sm:items-end"
      >
        <SelectField
          label="Without the instructor"
          name="instructor"
          id="instructor"
          options={[
            { value: '', label: 'Nobody is missing' },
            ...instructors.map((one) => ({ value: one.id, label: one.name })),
          ]}
          defaultValue={asked.instructor}
        />
        <SelectField
          label="On"
          name="day"
          id="day"
          options={[
            { value: '', label: 'Every day' },
            ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: `${weekdayName(day)}s` })),
          ]}
          defaultValue={asked.day === null ? '' : String(asked.day)}
        />
        <Field
          label="Prices, in %"
          name="price"
          id="price"
          type="number"
          min={-90}
          max={300}
          step="any"
          defaultValue={String(asked.price)}
        />
        <Button variant="secondary">Show</Button>
      </form>
      {teacher ? (
        <Card title={`Without ${teacher.name}${weekday}`}>
          <p className="mb-3">
            {counted(teacher.lessons, 'lesson')}, {counted(teacher.hit.length, 'ride')}.{' '}
            {counted(teacher.hit.length - teacher.out - teacher.unmet, 'ride')} would find another time that the family
            named.{' '}
            {teacher.unmet > 0
              ? `${counted(teacher.unmet, 'ride')} would stay at a time that the family did not name. `
              : null}
            {counted(teacher.out, 'ride')} would have no spot: {teacher.money} a month, if those students leave.
            {teacher.isShort ? ` ${IN_A_LARGE_WEEK}, it is not computed whether they would have a horse there.` : null}
          </p>
          {teacher.hit.length > 0 ? (
            <DataTable
              caption={`Rides of the lessons of ${teacher.name}`}
              rows={teacher.hit}
              rowKey={({ key }) => key}
              columns={[
                { header: 'Student', cell: ({ name }) => name },
                { header: 'Planned', cell: ({ from }) => <span className="num">{from}</span> },
                {
                  header: 'Instead',
                  cell: ({ to, why }) =>
                    to ? <strong className="num">{to}</strong> : <span className="text-warn">{why}</span>,
                },
              ]}
            />
          ) : null}
        </Card>
      ) : null}
      <Card title="Horses">
        <p className={horses.kinds.length > 0 ? 'mb-3' : undefined}>
          {rides - horses.without} of {counted(rides, 'ride')} can have a horse within every limit, in a week without
          other work.
          {horses.without > 0 && horses.kinds.length === 0 && !horses.isPart
            ? ' One more horse would not change that.'
            : null}
          {horses.kinds.length > 0 && horses.eachRide
            ? ` A weekly ride brings ${horses.eachRide} a month on average.`
            : null}
          {horses.isPart ? ` ${IN_A_LARGE_WEEK}, horses for some riders only are not computed.` : null}
        </p>
        {horses.kinds.length > 0 ? (
          <DataTable
            caption="Rides that one more horse would add"
            rows={horses.kinds}
            rowKey={({ kind }) => kind}
            columns={[
              { header: 'One more horse', cell: ({ kind }) => kind },
              {
                header: 'Rides a week',
                cell: ({ more }) => <strong className="num">{`+${more}`}</strong>,
                align: 'end',
              },
              {
                header: 'Per month',
                cell: ({ money }) => <span className="num">{money ?? '–'}</span>,
                align: 'end',
              },
              { header: 'Who gets a horse', cell: ({ riders }) => riders, card: 'line', label: 'A horse for' },
            ]}
          />
        ) : null}
      </Card>
      <Card title="Money a month">
        <p>
          <strong className="num">{month}</strong> for the packages that these students have now
          {asked.price === 0 ? null : (
            <>
              {' '}
              and <strong className="num">{monthThen}</strong> with prices{' '}
              {asked.price > 0 ? `${asked.price}% higher` : `${-asked.price}% lower`}, if everyone stays
            </>
          )}
          .
        </p>
        {without > 0 ? (
          <p className="text-muted">
            {counted(without, 'student')} without a package in the last month {without === 1 ? 'is' : 'are'} not in it.
          </p>
        ) : null}
      </Card>
    </div>
  )
}
