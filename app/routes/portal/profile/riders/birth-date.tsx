import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { birthDateField } from '~/models/people/accounts/family.schema'
import { correctBirthDate, riderToCorrect } from '~/models/waivers/birth-date.server'
import { Refused } from '~/platform/refused'
import { versionOf } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Birth date') }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const { name, birthDate } = await riderToCorrect(viewer.id, String(params.id)).catch((error: unknown) => {
    throw error instanceof Refused ? new Response(error.message, { status: error.status }) : error
  })
  return { name, birthDate }
}

const schema = z.object({ birthDate: birthDateField })

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: () => t('Not saved'),
  async run({ viewer, params, value, version }) {
    const description = await correctBirthDate(viewer.id, String(params.id), value.birthDate, version)
    return { to: paths.profile(), title: t('Birth date saved'), description }
  },
})

export default function BirthDate() {
  const { name, birthDate } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(schema, {
    defaultValue: { birthDate: birthDate ?? '' },
    version: versionOf({ birthDate }),
  })
  return (
    <DialogForm title={name} closeTo={paths.profile()} answer={answer} submit={t('Save')}>
      <Field label={t('Birth date (optional)')} type="date" {...field('birthDate')} />
    </DialogForm>
  )
}
