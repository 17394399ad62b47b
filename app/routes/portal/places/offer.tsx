import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { leftToBook } from '~/models/schedule/places/left-to-book.server'
import { isLateAt } from '~/models/schedule/vocabulary/makeup-rules.server'
import { declineOffer, endedReason, findOffer, takeOffer } from '~/models/schedule/waitlist/take-offer.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { formatComing, formatInstant, monthName, monthStart } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatSpan, formatTimeOfDay } from '~/utils/time-of-day'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { isOnSale } from './offered'

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
  const lesson = (await lessonsOn(date)).find((one) => isSameLesson(one, { time, type }))
  return {
    id,
    riderId,
    rider,
    weekly,
    date,
    time,
    type,
    ended: state === 'open' ? null : endedReason(state),
    duration: lesson?.duration ?? null,
    who: lesson?.instructor?.name ?? null,
    arena: lesson?.arena ?? null,
    uses: state === 'open' ? await usesOf(riderId, { date, time, type }) : null,
    isLate: (await isLateAt(now()))({ date, time }),
    today: today(),
    until: formatInstant(expiresAt, getEnv().schoolTimezone),
  }
}

/** What the ride uses: a lesson that is left of its month, one of the next renewal, or one to buy; null if no package counts it. */
async function usesOf(riderId: string, slot: Slot): Promise<'lesson' | 'renewal' | 'nothing' | null> {
  const left = await leftToBook(riderId, slot.date, slot.date)
  if (!left.types.includes(slot.type)) return null
  if (left.leftFor(slot) > 0) return 'lesson'
  return left.renewsFor(slot) ? 'renewal' : 'nothing'
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
  const { rider, riderId, weekly, date, time, type, duration, who, arena, uses, ended, until, isLate, today } =
    useLoaderData<typeof loader>()
  const answer = useAnswer(schema)
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={t('A spot for {rider}', { rider })}
        back={{ to: paths.findPlace({ rider: riderId }), label: t('Book a Lesson') }}
      />
      <Card title={`${duration === null ? formatTimeOfDay(time) : formatSpan(time, duration)} ${type}`}>
        <p className="font-semibold">
          {weekly
            ? t('Every week from {day}', { day: formatComing(today, date) })
            : capitalized(formatComing(today, date))}
        </p>
        {who || arena ? (
          <p>{[who ? t('with {name}', { name: who }) : null, arena].filter(Boolean).join(' · ')}</p>
        ) : null}
        {uses ? <Uses uses={uses} weekly={weekly} type={type} month={monthName(date)} /> : null}
        {uses === 'nothing' && isOnSale(date, today) ? (
          <Link
            to={paths.purchase({ rider: riderId, start: monthStart(date) })}
            className="link inline-flex min-h-11 items-center"
          >
            {t('Buy {month}', { month: monthName(date) })}
          </Link>
        ) : null}
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

function Uses({
  uses,
  weekly,
  type,
  month,
}: {
  uses: 'lesson' | 'renewal' | 'nothing'
  weekly: boolean
  type: string
  month: string
}) {
  if (uses === 'nothing')
    return <p>{t('You have no {type} left for {month}. Please buy one, too.', { type, month })}</p>
  if (weekly) return <p>{t('Each ride uses one {type} of its month.', { type })}</p>
  return (
    <p>
      {uses === 'renewal'
        ? t('Uses one {type} of {month}, once your plan renews.', { type, month })
        : t('Uses one {type} of {month}.', { type, month })}
    </p>
  )
}
