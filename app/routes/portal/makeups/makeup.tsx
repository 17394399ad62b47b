import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { Checkbox } from '~/components/form/checkbox'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { MakeupBadge } from '~/components/rides/makeup-badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { ownMakeup } from '~/models/schedule/makeups/own-makeups.server'
import { requestMakeup, withdrawRequest } from '~/models/schedule/makeups/requests/ask.server'
import { formatWish, weekdays } from '~/models/schedule/makeups/requests/request'
import { ownMakeupSchema } from '~/models/schedule/makeups/requests/request.schema'
import { formatMakeup } from '~/models/vocabulary/makeup'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { formatDay, formatInstant } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { formatMakeupState } from './say-makeup'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Makeup') }]

function makeupId(text: string | undefined): number {
  const id = idField.safeParse(text)
  if (!id.success) throw notFound(t('This makeup no longer exists'))
  return id.data
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const makeup = await ownMakeup(viewer.id, makeupId(params.id))
  return {
    makeup,
    askedAt: makeup.request && formatInstant(makeup.request.askedAt, getEnv().schoolTimezone),
  }
}

export const action = formAction({
  guard: requireViewer,
  schema: ownMakeupSchema,
  failed: () => t('Not sent'),
  // The page that follows shows the makeup's state; a missing wish is an error beside its field.
  refusedTo: ({ params }, { status }) => (status === 409 ? paths.ownMakeup(makeupId(params.id)) : undefined),
  async run({ viewer, value: { intent, ...wish }, params }) {
    const id = makeupId(params.id)
    const to = paths.ownMakeup(id)
    if (intent === 'withdraw') {
      await withdrawRequest(viewer.id, id)
      return { to, title: t('Request canceled') }
    }
    await requestMakeup(viewer.id, id, wish)
    const description = isMailSetUp()
      ? t('We email you as soon as it has.')
      : t('You’ll see it here as soon as it has.')
    return { to, title: t('The office will answer'), description }
  },
})

export default function OwnMakeup() {
  const { makeup, askedAt } = useLoaderData<typeof loader>()
  const answer = useAnswer(ownMakeupSchema)
  const { rider, riderId, type, state, extendedFrom, extendReason, request } = makeup
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title={t('{rider}: makeup', { rider })} back={{ to: paths.ownMakeups(), label: t('Makeups') }} />
      <Card title={type} actions={<MakeupBadge state={state} />} className="mb-3">
        <p className="text-lg font-semibold [overflow-wrap:anywhere]">{formatMakeupState(makeup)}</p>
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">{formatMakeup(makeup)}.</p>
        {extendedFrom ? (
          <p className="mt-1 text-muted [overflow-wrap:anywhere]">
            {t('The office extended it from {day}: {reason}', {
              day: formatDay(extendedFrom),
              reason: extendReason ?? '',
            })}
          </p>
        ) : null}
        {state === 'open' ? (
          <div className="actions mt-4">
            <ButtonLink to={paths.findPlace({ rider: riderId })}>{t('Book a lesson')}</ButtonLink>
          </div>
        ) : null}
      </Card>
      {request && request.state !== 'withdrawn' ? (
        <Card title={t('What you asked for')} className="mb-3">
          <p className="[overflow-wrap:anywhere]">{formatWish(request)}</p>
          <p className="text-sm text-muted">{t('Asked {when}', { when: askedAt ?? '' })}</p>
          {request.answer ? (
            <p className="mt-3 [overflow-wrap:anywhere]">
              <strong>{t('The office answered:')}</strong> {request.answer}
            </p>
          ) : null}
          {request.state === 'open' ? (
            <PostForm answer={answer} stay className="mt-3 grid gap-4">
              <div className="actions">
                <p className="font-semibold">{t('Waiting for the office.')}</p>
                <Button name="intent" value="withdraw" variant="secondary">
                  {t('Withdraw')}
                </Button>
              </div>
            </PostForm>
          ) : null}
        </Card>
      ) : null}
      {state === 'open' && request?.state !== 'open' ? <AskForm answer={answer} /> : null}
    </div>
  )
}

function AskForm({ answer: { field, ...answer } }: { answer: ReturnType<typeof useAnswer<typeof ownMakeupSchema>> }) {
  const { meta } = field('weekdays')
  const chosen = [meta?.initialValue].flat()
  return (
    <Card title={t('Don’t see a time that works?')}>
      <PostForm answer={answer} stay>
        <p className="text-muted">{t('Ask the office to find one.')}</p>
        <fieldset className="min-w-0">
          <legend className="mb-1 font-semibold">{t('Days that work')}</legend>
          <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
            {weekdays().map(({ day, name }) => (
              <Checkbox
                key={day}
                name="weekdays"
                value={day}
                label={capitalized(name)}
                defaultChecked={chosen.includes(String(day))}
              />
            ))}
          </div>
        </fieldset>
        <TextAreaField
          label={t('Times or other notes')}
          hint={t('For example: after 4 PM, not on December 12.')}
          {...field('wish')}
        />
        <div className="actions">
          <Button name="intent" value="ask" busy={t('Sending…')}>
            {t('Ask the Office')}
          </Button>
        </div>
      </PostForm>
    </Card>
  )
}
