import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { deleteSeason } from '~/models/schedule/season/season.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'Remove Season' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name } = (await draftOf(params)).season
  return { id, name }
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  failed: 'The season was not removed',
  async run({ params }) {
    await deleteSeason(seasonParam(params))
    return { to: paths.seasons(), title: 'Season Removed' }
  },
})

export default function RemoveSeason() {
  const { id, name } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(confirmSchema)
  return (
    <DialogForm title={`Remove ${name}?`} closeTo={paths.season(id)} answer={answer} submit="Remove Season" danger>
      <p>The plan and what families answered are gone for good. The week itself stays as it is.</p>
    </DialogForm>
  )
}
