import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { familyRider } from '~/models/people/families/family.server'
import { bookPlace } from '~/models/schedule/change/book-place.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { scopeField, slotKeyField } from '~/models/schedule/vocabulary/slot.schema'
import { joinWaitlist, leaveWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { slotKey } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { formatComing } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { byIntent, formAction, type Sent } from '~/web/form-action.server'
import { AllPlaces } from './all-places'
import { keptIn } from './kept'
import { PickAnother } from './pick-another'
import { readPlaces } from './read-places.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Book a Lesson') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const places = await readPlaces(viewer.id, new URL(request.url).searchParams)
  if (!places) throw new Response(t('Rider not found.'), { status: 404, statusText: 'Not Found' })
  return places
}

/** Returns the page that a form was sent from. */
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

const shared = {
  guard: requireViewer,
  refusedTo: ({ form, query }: Sent) => addressOf(String(form.get('rider')), query),
}
const rider = z.string().max(100)

export const action = byIntent({
  book: formAction({
    ...shared,
    schema: z.object({
      intent: z.literal('book').default('book'),
      rider,
      slot: slotKeyField,
      /** What a booking uses. */
      use: z.enum(['lesson', 'makeup']).default('lesson'),
    }),
    failed: () => t('Not booked'),
    async run({ viewer, value: { rider, slot, use }, query }) {
      const { name } = await familyRider(viewer.id, rider)
      const kept = [...new Set([...keptIn(query), slotKey(slot)])].join('|')
      await (use === 'makeup' ? bookMakeup : bookPlace)(viewer.id, rider, slot)
      const when = t('{day} at {time}', { day: formatComing(today(), slot.date), time: formatTimeOfDay(slot.time) })
      return {
        to: addressOf(rider, query, kept),
        title: use === 'makeup' ? t('Makeup booked') : t('Lesson booked'),
        description: `${name}: ${slot.type}, ${when}`,
      }
    },
  }),
  wait: formAction({
    ...shared,
    schema: z.object({ rider, slot: slotKeyField, scope: scopeField.default('one-time') }),
    failed: () => t('Not saved'),
    async run({ viewer, value: { rider, slot, scope }, query }) {
      const { name } = await familyRider(viewer.id, rider)
      await joinWaitlist(viewer.id, rider, slot, scope)
      const description = isMailSetUp()
        ? t('We’ll email you when a spot opens up.')
        : t('We’ll show it here when a spot opens up.')
      return { to: addressOf(rider, query), title: t('{name} is on the waitlist', { name }), description }
    },
  }),
  leave: formAction({
    ...shared,
    schema: z.object({ rider, id: idField }),
    failed: () => t('Not saved'),
    async run({ viewer, value: { rider, id }, query }) {
      await familyRider(viewer.id, rider)
      await leaveWaitlist(viewer.id, id, { userId: viewer.id })
      return { to: addressOf(rider, query), title: t('Off the waitlist') }
    },
  }),
})

export default function FindPlace() {
  const { instead, ...found } = useLoaderData<typeof loader>()
  return instead ? <PickAnother {...found} instead={instead} /> : <AllPlaces {...found} />
}
