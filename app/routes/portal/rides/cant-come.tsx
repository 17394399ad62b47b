import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { absenceOf, callOff, comeAfterAll } from '~/models/schedule/makeups/absence.server'
import { absenceKey, formatAbsence } from '~/models/schedule/vocabulary/absence'
import { parseRideId, type RideRef } from '~/models/schedule/vocabulary/ride-id'
import { slotKey } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { formatComing } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t("Can't Come") }]

function rideIn(query: URLSearchParams): RideRef {
  const ride = parseRideId(query.get('ride') ?? '')
  if (!ride) throw notFound(t('Ride not found'))
  return ride
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const ref = rideIn(new URL(request.url).searchParams)
  const { ride, rider, absence, isAnnounced, byOffice } = await absenceOf(viewer.id, ref)
  const when = `${formatComing(today(), ride.date)}, ${formatTimeOfDay(ride.time)}`
  return {
    rider,
    when,
    isAnnounced,
    type: ride.type,
    says: absence && formatAbsence(absence, byOffice),
    version: absence ? absenceKey(absence) : undefined,
  }
}

const schema = z.object({ intent: z.enum(['off', 'come']) })

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t('Not saved'),
  async run({ viewer, value: { intent }, query, version = '' }) {
    const ride = rideIn(query)
    if (intent === 'come') {
      await comeAfterAll(viewer.id, ride)
      return { to: paths.scheduledRides(), title: t('You’re back on the schedule') }
    }
    const { said, makeupFor } = await callOff(viewer.id, ride, version)
    const to = makeupFor
      ? paths.findPlace({ rider: ride.riderId, instead: slotKey(makeupFor) })
      : paths.scheduledRides()
    return { to, title: t('Thanks for letting us know'), description: said }
  },
})

export default function CantCome() {
  const { rider, when, type, says, version, isAnnounced } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(schema, { version })
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={says ? t("{rider} can't come?", { rider }) : t('{rider} is not coming', { rider })} />
      <Card title={capitalized(when)}>
        <p className="mb-3 text-muted">{type}</p>
        {says ? <p className="mb-5 text-lg font-semibold">{says}</p> : null}
        {says || isAnnounced ? (
          <PostForm answer={answer}>
            <div className="actions">
              <Button name="intent" value={says ? 'off' : 'come'} busy={t('Saving…')}>
                {says ? t("Can't come") : t('I can make it after all')}
              </Button>
              <Link to={paths.scheduledRides()} className="link inline-flex min-h-11 items-center">
                {t('Back')}
              </Link>
            </div>
          </PostForm>
        ) : (
          <p>{t('The office has recorded this. Ask the office to change it.')}</p>
        )}
      </Card>
    </div>
  )
}
