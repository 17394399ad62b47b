import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { RadioCards } from '~/components/form/radio-cards'
import { useAnswer } from '~/components/form/use-answer'
import { currentWaiver, findDraft, publishDraft } from '~/models/waivers/version.server'
import { Outdated } from '~/platform/refused'
import { readVersion, versionOf } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Publish the Waiver' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [draft, current] = await Promise.all([findDraft(), currentWaiver()])
  if (!draft.text) throw redirect(paths.waiverDraft())
  return { version: versionOf(draft), current: current && { number: current.number } }
}

const CHOOSE = 'Please choose who needs to sign'
const publishSchema = z.object({ ask: z.enum(['everyone', 'new'], { error: CHOOSE }) })

export const action = formAction({
  guard: requireAdmin,
  schema: publishSchema,
  confirms: true,
  failed: 'Nothing was published',
  async run({ viewer, value, version }) {
    const { title, text } = readVersion(version) ?? {}
    if (title === undefined || text === undefined) throw new Outdated('Please read the draft again.')
    const { number } = await publishDraft(viewer.id, { title, text }, { asksAgain: value.ask === 'everyone' })
    return { to: paths.waiverSettings(), title: 'Waiver Published', description: `Version ${number}` }
  },
})

export default function PublishWaiver() {
  const { version, current } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(publishSchema, { version })
  return (
    <DialogForm title="Publish the waiver?" closeTo={paths.waiverDraft()} answer={answer} submit="Publish">
      <p>What you publish can’t be changed, because families sign it. You can publish another version later.</p>
      {current ? (
        <RadioCards
          legend="Who signs it?"
          choices={[
            {
              value: 'everyone',
              label: 'Everyone signs again',
              description: 'Every rider shows as missing until the new text is signed.',
            },
            {
              value: 'new',
              label: 'Only riders who haven’t signed',
              description: `Signatures of version ${current.number} still count. For small changes, such as a phone number.`,
            },
          ]}
          meta={field('ask').meta}
        />
      ) : (
        <input type="hidden" name="ask" value="everyone" />
      )}
    </DialogForm>
  )
}
