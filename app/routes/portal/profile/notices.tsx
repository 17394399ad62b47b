import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Checkbox } from '~/components/form/checkbox'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHeader } from '~/components/ui/page-header'
import { listChoices, saveChoices } from '~/models/notices/choices.server'
import { isNoticeKind } from '~/models/notices/kinds'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Notices' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  return { email: viewer.email, choices: await listChoices(viewer.id) }
}

const schema = z.object({})

export const action = formAction({
  guard: requireViewer,
  schema,
  failed: 'Not saved',
  async run({ viewer, form }) {
    await saveChoices(viewer.id, form.getAll('kind').map(String).filter(isNoticeKind))
    return { to: paths.notices(), title: 'Notices Saved' }
  },
})

export default function Notices() {
  const { email, choices } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer<typeof schema>()
  return (
    <>
      <PageHeader title="Notices" back={{ to: paths.profile(), label: 'Profile' }}>
        <p className="wrap-anywhere">
          Emails to {email}, for all of your riders. Receipts and links you ask for always come.
        </p>
      </PageHeader>
      <Card>
        <PostForm answer={answer} className="grid max-w-xl gap-2">
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">Email me about</legend>
            {choices
              .filter(({ isChoice }) => isChoice)
              .map(({ kind, name, hint, wanted }) => (
                <Checkbox key={kind} name="kind" value={kind} defaultChecked={wanted} label={name} hint={hint} />
              ))}
          </fieldset>
          <div className="my-3 border-t border-line pt-4">
            <h2 className="mb-2 text-base font-semibold">You always get</h2>
            <ul className="grid gap-2">
              {choices
                .filter(({ isChoice }) => !isChoice)
                .map(({ kind, name, hint }) => (
                  <li key={kind}>
                    {name}
                    <span className="block text-sm text-muted">{hint}</span>
                  </li>
                ))}
            </ul>
          </div>
          <Button className="justify-self-start">Save Notices</Button>
        </PostForm>
      </Card>
    </>
  )
}
