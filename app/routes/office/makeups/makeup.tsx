import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { type ListedMakeup, listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { changeMakeupSchema } from '~/models/schedule/makeups/office-makeup.schema'
import { formatMakeup, formatUntil } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import { changeMakeup } from '~/services/mail/notices/answered-makeups.server'
import { addDays, formatDay } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { makeupId } from './makeup-id'

export const meta: MetaFunction = () => [{ title: 'Makeup' }]

/**
 * Returns the address of the request that the family waits for an answer to, if the office came from there, or else of
 * the list.
 */
function backOf(query: URLSearchParams): string {
  const request = idField.safeParse(query.get('request'))
  return request.success ? paths.makeupRequest(request.data) : paths.makeups({ show: 'all' })
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [makeup] = await listMakeups({ today: today(), id: makeupId(params.makeupId) })
  if (!makeup) throw notFound('This makeup no longer exists')
  const query = new URL(request.url).searchParams
  const next = [addDays(makeup.until, 1), today()].sort()[1]
  return { makeup, next, isLonger: query.has('extend'), back: backOf(query) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: changeMakeupSchema,
  failed: 'Not saved',
  async run({ viewer, value, params, query }) {
    const title = await changeMakeup(viewer.id, makeupId(params.makeupId), value)
    return { to: backOf(query), title, description: value.reason }
  },
})

export default function Makeup() {
  const { makeup, isLonger, back } = useLoaderData<typeof loader>()
  const { rider, state } = makeup
  const taken = state === 'revoked' ? 'Restore this makeup?' : 'Remove this makeup?'
  return (
    <Dialog title={isLonger ? 'Extend this makeup?' : taken} closeTo={back}>
      <p className="mb-4">
        {rider}. {[formatMakeup(makeup), formatUntil(makeup.until)].filter(Boolean).join(', ')}
      </p>
      {isLonger ? <Extend /> : <TakeBack isRevoked={state === 'revoked'} back={back} />}
    </Dialog>
  )
}

function TakeBack({ isRevoked, back }: { isRevoked: boolean; back: string }) {
  const { field, ...answer } = useAnswer(changeMakeupSchema)
  return (
    <PostForm answer={answer} stay>
      {/* biome-ignore lint/plugin: restoring needs no reason */}
      {isRevoked ? null : <Field label="Reason" required autoComplete="off" {...field('reason')} />}
      <div className="actions actions-end">
        <Button name="intent" value={isRevoked ? 'restore' : 'revoke'} variant={isRevoked ? 'primary' : 'danger'}>
          {isRevoked ? 'Restore' : 'Remove'}
        </Button>
        <ButtonLink to={back} stay variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  )
}

const canExtend = ({ state }: Pick<ListedMakeup, 'state'>) => state === 'open' || state === 'expired'

function Extend() {
  const { makeup, next, back } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(changeMakeupSchema)
  const { extendedFrom, extendReason } = makeup
  return (
    <PostForm answer={answer} stay>
      {canExtend(makeup) ? (
        <>
          {/* biome-ignore lint/plugin: withdrawing an extension needs no day */}
          <Field label="Last day" type="date" min={next} required {...field('until')} />
          {/* biome-ignore lint/plugin: withdrawing an extension needs no reason */}
          <Field label="Reason" required autoComplete="off" {...field('reason')} />
        </>
      ) : null}
      {extendedFrom ? (
        <p className="text-muted">
          It was good until {formatDay(extendedFrom)}. Extended: {extendReason}
        </p>
      ) : null}
      <div className="actions actions-end">
        {canExtend(makeup) ? (
          <Button name="intent" value="extend">
            Extend
          </Button>
        ) : null}
        {extendedFrom ? (
          <Button name="intent" value="extend-undo" variant="secondary">
            Undo Extension
          </Button>
        ) : null}
        <ButtonLink to={back} stay variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </PostForm>
  )
}
