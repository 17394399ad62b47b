import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { isLateAt } from '~/models/schedule/vocabulary/makeup-rules.server'
import { declineOffer, endedReason, findOffer, takeOffer } from '~/models/schedule/waitlist/take-offer.server'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { formatComing, formatInstant } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('A Spot for You') }]

const offerId = (text: string | undefined): number => {
  const id = idField.safeParse(text)
  if (!id.success) throw new Response(t('Offer not found'), { status: 404, statusText: 'Not Found' })
  return id.data
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { id, riderId, rider, weekly, state, date, time, type, expiresAt, openId } = await findOffer(
    viewer.id,
    offerId(params.id),
  ).catch((error: unknown) => {
    throw error instanceof Refused ? new Response(error.message, { status: 404, statusText: 'Not Found' }) : error
  })
  if (state === 'withdrawn' && openId !== null) throw redirect(paths.offer(openId))
  return {
    id,
    riderId,
    rider,
    weekly,
    date,
    time,
    type,
    ended: state === 'open' ? null : endedReason(state),
    isLate: (await isLateAt(now()))({ date, time }),
    today: today(),
    until: formatInstant(expiresAt, getEnv().schoolTimezone),
  }
}

const schema = z.object({ answer: z.enum(['take', 'decline'], { error: 'Choose an answer' }) })

/** The page itself shows a refusal: by then the offer has ended. */
export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t("We couldn't book this spot"),
  async run({ viewer, value: { answer }, params }) {
    const id = offerId(params.id)
    if (answer === 'decline') {
      const { riderId } = await declineOffer(viewer.id, id)
      return {
        to: paths.findPlace({ rider: riderId }),
        title: t('Spot declined'),
        description: t('It goes to the next in line.'),
      }
    }
    const { riderId, rider, date, time, type, weekly } = await takeOffer(viewer.id, id)
    const day = formatComing(today(), date)
    const when = weekly
      ? t('every week from {day} at {time}', { day, time: formatTimeOfDay(time) })
      : t('{day} at {time}', { day, time: formatTimeOfDay(time) })
    return {
      to: paths.scheduledRides({ rider: riderId }),
      title: t('Lesson booked'),
      description: `${rider}: ${type}, ${when}`,
    }
  },
})

export default function Offer() {
  const { rider, riderId, weekly, date, time, type, ended, until, isLate, today } = useLoaderData<typeof loader>()
  const answer = useAnswer(schema)
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={t('A spot for {rider}', { rider })}
        back={{ to: paths.findPlace({ rider: riderId }), label: t('Book a Lesson') }}
      />
      <Card title={`${formatTimeOfDay(time)} ${type}`}>
        <p className="font-semibold">
          {weekly
            ? t('Every week from {day}', { day: formatComing(today, date) })
            : capitalized(formatComing(today, date))}
        </p>
        {ended ? (
          <>
            <p className="my-3">{ended}</p>
            <ButtonLink to={paths.findPlace({ rider: riderId })} variant="secondary">
              {t('Find another time')}
            </ButtonLink>
          </>
        ) : (
          <PostForm answer={answer} failed={t("We couldn't book this spot")} stay>
            <p className="my-3 text-muted">
              {t('We’re holding it for you until {until}.', { until })}
              {isLate ? ` ${t('Too late to cancel.')}` : null}
            </p>
            <div className="actions">
              <Button name="answer" value="take" busy={t('Booking…')}>
                {t('Take This Spot')}
              </Button>
              <Button name="answer" value="decline" variant="secondary" busy={t('Declining…')}>
                {t('Decline')}
              </Button>
            </div>
          </PostForm>
        )}
      </Card>
    </div>
  )
}
