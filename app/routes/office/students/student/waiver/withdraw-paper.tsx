import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { signaturesOf, withdrawPaper } from '~/models/waivers/signature.server'
import { withdrawSchema } from '~/models/waivers/waiver.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Withdraw a Paper Waiver' }]

/** Returns the signature on paper. @throws Response 404 */
async function paperOf(riderId: string, signature: string | undefined) {
  const papers = (await signaturesOf(riderId)).filter((one) => one.kind === 'paper' && !one.withdrawnAt)
  const paper = papers.find(({ id }) => String(id) === signature)
  if (!paper) throw new Response('Waiver not found.', { status: 404, statusText: 'Not Found' })
  return paper
}

export async function loader({ request, params: { id = '', signature } }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { number, riderName } = await paperOf(id, signature)
  return { number, name: riderName }
}

export const action = formAction({
  guard: requireAdmin,
  schema: withdrawSchema,
  failed: 'Nothing was withdrawn',
  async run({ viewer, value, params: { id = '', signature } }) {
    const paper = await paperOf(id, signature)
    await withdrawPaper(viewer.id, id, paper.id, value.note)
    return { to: paths.student(id), title: 'Waiver Withdrawn', description: `Version ${paper.number}` }
  },
})

export default function WithdrawPaperWaiver() {
  const { number, name } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const { field, ...answer } = useAnswer(withdrawSchema)
  return (
    <DialogForm
      title={`Withdraw the paper for ${name}?`}
      closeTo={paths.student(id)}
      answer={answer}
      submit="Withdraw"
      danger
    >
      <p>The record of version {number} stays with your reason, and no longer counts.</p>
      <Field label="Why" autoComplete="off" {...field('note')} />
    </DialogForm>
  )
}
