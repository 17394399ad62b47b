import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { withdrawVersion } from '~/models/waivers/version.server'
import { withdrawSchema } from '~/models/waivers/waiver.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { versionParam } from './version-param.server'

export const meta: MetaFunction = () => [{ title: 'Withdraw a Version' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { number, signatures, withdrawnAt } = await versionParam(params.id)
  if (withdrawnAt) throw redirect(paths.waiverSettings())
  return { number, signatures }
}

export const action = formAction({
  guard: requireAdmin,
  schema: withdrawSchema,
  confirms: true,
  failed: 'Nothing was withdrawn',
  async run({ viewer, value, params }) {
    const { id } = await versionParam(params.id)
    const { number } = await withdrawVersion(viewer.id, id, value.note)
    return { to: paths.waiverSettings(), title: 'Version Withdrawn', description: `Version ${number}` }
  },
})

export default function WithdrawVersion() {
  const { number, signatures } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(withdrawSchema)
  return (
    <DialogForm
      title={`Withdraw version ${number}?`}
      closeTo={paths.waiverSettings()}
      answer={answer}
      submit="Withdraw"
      danger
    >
      <p>
        {signatures
          ? `It was signed for ${signatures} ${signatures === 1 ? 'rider' : 'riders'}. Those signatures are kept, but no longer count.`
          : 'No one has signed it.'}{' '}
        The previous version becomes current. This can’t be undone, but you can publish the text again.
      </p>
      <Field label="Why" autoComplete="off" {...field('note')} />
    </DialogForm>
  )
}
