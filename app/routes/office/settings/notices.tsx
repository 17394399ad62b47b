import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { noticeSettingsSchema } from '~/models/notices/notice-settings.schema'
import { findNoticeSettings, NOTICES, saveNoticeSettings } from '~/models/notices/notice-settings.server'
import { listSettingChanges, settingVersion } from '~/models/school/settings-changes.server'
import { withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { Changes } from './changes'

export const meta: MetaFunction = () => [{ title: 'Notifications' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [settings, changes] = await Promise.all([findNoticeSettings(), listSettingChanges(NOTICES)])
  return { settings, changes, version: await settingVersion(NOTICES, { ...settings }) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: noticeSettingsSchema,
  confirms: true,
  failed: 'Not saved',
  async run({ viewer, value, version }) {
    const { kept } = await saveNoticeSettings(viewer.id, value, version)
    const description = withKept(`Reminders go out at ${formatTimeOfDay(value.remindAt)}`, kept)
    return { to: paths.noticeSettings(), title: 'Notifications Saved', description }
  },
})

export default function NoticeSettings() {
  const { settings, changes, version } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(noticeSettingsSchema, { defaultValue: settings, version })
  return (
    <>
      <Card title="Emails to families">
        <p className="mb-4 max-w-prose text-muted">
          Reminders go out the day before each ride. We wait five minutes after your last change, so you can undo it
          before families hear. Families choose what they get in their profile.
        </p>
        <PostForm answer={answer} className="grid max-w-2xl gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Field label="Send reminders at" type="time" className="w-36" {...field('remindAt')} />
            <Field label="Quiet from" type="time" className="w-36" {...field('quietFrom')} />
            <Field label="Quiet until" type="time" className="w-36" {...field('quietTo')} />
          </div>
          <p className="max-w-prose text-sm text-muted">
            Nothing is sent during quiet hours, except for lessons starting within three hours after. Set both to the
            same time for no quiet hours.
          </p>
          <TextAreaField
            label="Add to every reminder (optional)"
            hint="What to bring, or when to arrive: “Bring boots. Arrive 15 minutes early.”"
            rows={2}
            {...field('remindNote')}
          />
          <Button className="justify-self-start">Save Notifications</Button>
        </PostForm>
      </Card>
      <Changes changes={changes} />
    </>
  )
}
