import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { refuseOver, restFields, restHorse } from '~/models/schedule/change/horses/rest-horse.server'
import { ridesHit } from '~/models/schedule/change/horses/rest-plan.server'
import { findActiveHorse } from '~/models/schedule/horses/horse.server'
import { restHorseSchema } from '~/models/schedule/vocabulary/horse.schema'
import { formatRest } from '~/models/schedule/vocabulary/rest'
import { today } from '~/platform/clock.server'
import { versionOf, withKept } from '~/platform/version'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { horseList, horseParam } from './horse-param'
import { restPlanOf } from './rest-plan-of'
import { formatRides } from './say-rides'

export const meta: MetaFunction = () => [{ title: 'Rest' }]

const listOf = (request: Request) => horseList(new URL(request.url))

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name, rest } = await findActiveHorse(horseParam(params))
  const resting = formatRest(rest, today())
  return {
    id,
    name,
    resting,
    // A rest that is over is not shown; the form starts a new one.
    shown: {
      from: (resting && rest?.from) || today(),
      until: (resting && rest?.until) || '',
      reason: (resting && rest?.reason) || '',
    },
    version: versionOf(restFields(rest)),
    rides: resting ? (await ridesHit(id, rest)).length : 0,
    list: listOf(request),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: restHorseSchema,
  failed: 'Failed to save horse',
  async run({ viewer, value, request, params, version }) {
    const id = horseParam(params)
    const { intent, ...rest } = value
    if (intent === 'rest') {
      refuseOver(rest)
      if ((await ridesHit(id, rest)).length > 0) return redirect(restPlanOf(id, rest))
    }
    const { name, kept, change } = await restHorse(viewer.id, id, intent === 'rest' ? rest : null, { version })
    return {
      to: paths.manageHorses(listOf(request)),
      title: 'Horse Saved',
      description: withKept(name, kept),
      undo: undoOf([change]),
    }
  },
})

/**
 * From when until when a horse rests, and why. If it has rides on those days, they are shown next, and nothing is saved
 * before that.
 */
export default function RestHorse() {
  const { id, name, resting, shown, version, rides, list } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(restHorseSchema, { defaultValue: shown, version })
  return (
    <Dialog title={`Rest for ${name}`} closeTo={paths.manageHorses(list)}>
      {resting ? (
        <p className="mb-3">
          <strong className="text-bad">{resting}</strong>
          {rides > 0 ? (
            <>
              {'. '}
              <a href={paths.ridesAtRest(id)} className="link inline-flex min-h-11 items-center">
                {formatRides(rides)} to change
              </a>
            </>
          ) : null}
        </p>
      ) : null}
      <PostForm answer={answer} action={paths.restHorse(id, list)} stay>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {/* biome-ignore lint/plugin: ending a rest needs no days */}
          <Field label="First day" type="date" required {...field('from')} />
          <Field label="Last day (optional)" type="date" hint="Blank: until you end it" {...field('until')} />
        </div>
        <Field
          label="Reason (optional)"
          autoComplete="off"
          hint="The barn and instructors see it with the horse, such as “abscess”."
          {...field('reason')}
        />
        <div className="actions">
          <ButtonLink to={paths.manageHorses(list)} stay variant="secondary">
            Cancel
          </ButtonLink>
          <Button name="intent" value="rest">
            {`Rest ${name}`}
          </Button>
          {resting ? (
            <Button name="intent" value="end" variant="quiet" formNoValidate>
              End Rest
            </Button>
          ) : null}
        </div>
      </PostForm>
    </Dialog>
  )
}
