import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { newSeasonSchema } from '~/models/schedule/season/season.schema'
import { saveSeason } from '~/models/schedule/season/season.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'Name and First Day' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name, startsOn } = (await draftOf(params)).season
  return { id, name, startsOn }
}

export const action = formAction({
  guard: requireAdmin,
  schema: newSeasonSchema,
  failed: 'The season was not saved',
  async run({ value, params }) {
    const id = seasonParam(params)
    await saveSeason(id, value)
    return { to: paths.season(id), title: 'Season Saved' }
  },
})

export default function EditSeason() {
  const { id, name, startsOn } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newSeasonSchema, { defaultValue: { name, startsOn } })
  return (
    <DialogForm title="Name and First Day" closeTo={paths.season(id)} answer={answer} submit="Save">
      <Field label="Name" autoComplete="off" {...field('name')} />
      <Field label="First day" type="date" {...field('startsOn')} />
    </DialogForm>
  )
}
