import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { inactiveFamilies } from '~/models/privacy/inactive.server'
import { retentionSchema } from '~/models/privacy/retention.schema'
import { findRetention, RETENTION, saveRetention } from '~/models/privacy/retention.server'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { KEPT, KEPT_FIELDS, type Retention } from '~/models/vocabulary/retention'
import { withKept } from '~/platform/version'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Privacy' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [retention, changes] = await Promise.all([findRetention(), listSettingChanges(RETENTION)])
  const families = await inactiveFamilies(retention.inactive)
  return { retention, changes, families, version: await settingVersion(RETENTION, { ...retention }) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: retentionSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { kept } = await saveRetention(viewer.id, value, version)
    const description = withKept('Older data is deleted within a day.', kept)
    return { to: paths.privacySettings(), title: 'Privacy Saved', description }
  },
})

const shownIn = (retention: Retention) =>
  Object.fromEntries(KEPT_FIELDS.map((field) => [field, String(retention[field])]))

export default function PrivacySettings() {
  const { retention, changes, families, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(retentionSchema, { defaultValue: shownIn(retention), version })
  return (
    <>
      <Card title="How long you keep data">
        <p className="mb-4 max-w-prose text-muted">
          In months. Anything older is deleted automatically. Rides and payments are kept, because you’re required to
          keep financial records.
        </p>
        <PostForm answer={answer} className="grid max-w-2xl gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {KEPT_FIELDS.map((name) => (
              <Field
                key={name}
                label={KEPT[name].label}
                hint={KEPT[name].hint}
                inputMode="numeric"
                autoComplete="off"
                className="w-24"
                {...field(name)}
              />
            ))}
          </div>
          <Button className="justify-self-start">Save Privacy</Button>
        </PostForm>
      </Card>
      <Card title="Inactive families">
        {families.length ? (
          <>
            <p className="mb-2 max-w-prose text-muted">
              Open a family to download or erase its data. They’re listed by the last day they rode, paid, or had a
              package.
            </p>
            <ul>
              {families.map(({ id, name, lastDay }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line">
                  <Link to={paths.student(id)} className="link me-auto inline-flex min-h-11 items-center">
                    {name || 'No name'}
                  </Link>
                  <span className="num text-sm text-muted">{formatDay(lastDay)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-muted">No family has been inactive for {retention.inactive} months.</p>
        )}
      </Card>
      <Changes changes={changes} />
    </>
  )
}
