import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { WaiverText } from '~/components/waivers/waiver-text'
import { settingVersion } from '~/models/school/settings-changes.server'
import { currentWaiver, DRAFT, findDraft, saveDraft } from '~/models/waivers/version.server'
import { draftSchema } from '~/models/waivers/waiver.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Waiver Draft' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [draft, current] = await Promise.all([findDraft(), currentWaiver()])
  return {
    draft,
    isNew: draft.text !== '' && (draft.title !== current?.title || draft.text !== current.text),
    version: await settingVersion(DRAFT, draft),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: draftSchema,
  failed: 'The draft was not saved',
  async run({ viewer, value, version }) {
    const kept = await saveDraft(viewer.id, value, version)
    return { to: paths.waiverDraft(), title: 'Draft Saved', description: kept }
  },
})

export default function WaiverDraft() {
  const { draft, isNew, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(draftSchema, { defaultValue: draft, version })
  return (
    <>
      <Card title="Draft">
        <PostForm answer={answer}>
          <Field label="Title" autoComplete="off" className="max-w-xl" {...field('title')} />
          <TextAreaField
            label="Text"
            rows={18}
            hint="An empty line begins a new paragraph. A line that begins with # is a heading."
            {...field('text')}
          />
          <div className="actions">
            <Button>Save and Preview</Button>
            <ButtonLink to={paths.waiverSettings()} variant="secondary">
              Back
            </ButtonLink>
          </div>
        </PostForm>
      </Card>
      {draft.text ? (
        <Card
          title="Preview"
          actions={
            isNew ? (
              <ButtonLink to={paths.publishWaiver()} stay>
                Publish
              </ButtonLink>
            ) : null
          }
        >
          {isNew ? null : <p className="mb-3 text-muted">This is what families sign now.</p>}
          <h2 className="mb-3 text-xl">{draft.title}</h2>
          <WaiverText text={draft.text} />
        </Card>
      ) : null}
      <Outlet />
    </>
  )
}
