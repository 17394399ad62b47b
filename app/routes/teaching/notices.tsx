import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Checkbox } from '~/components/form/checkbox'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { choose, isWanted } from '~/models/notices/choices.server'
import { kindOf, type NoticeKind } from '~/models/notices/kinds'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const KIND: NoticeKind = 'teaching-changed'

export const meta: MetaFunction = () => [{ title: 'Notifications' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireInstructor(request)
  return { wanted: await isWanted(viewer.id, KIND) }
}

const schema = z.object({ wanted: z.literal('on').optional() })

export const action = formAction({
  guard: requireInstructor,
  schema,
  failed: 'Not saved',
  async run({ viewer, value: { wanted } }) {
    await choose(viewer.id, KIND, wanted === 'on')
    return { to: paths.teaching(), title: 'Notifications Saved' }
  },
})

/** What the school writes to an instructor by itself. */
export default function TeachingNotices() {
  const { wanted } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(schema)
  const { name, hint } = kindOf(KIND)
  return (
    <DialogForm title="Email Me About" closeTo={paths.teaching()} answer={answer} submit="Save Notifications">
      <Checkbox name="wanted" value="on" defaultChecked={wanted} label={name} hint={hint} />
    </DialogForm>
  )
}
