import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { donationsSchema } from '~/models/school/server-settings.schema'
import { findServerPart, type ServerChange } from '~/models/school/server-settings.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { namesOf } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { saveAndTell } from '~/services/mail/server-change-mail.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { Remove } from './remove'
import { SetElsewhere } from './set-elsewhere'
import { Unreadable } from './unreadable'

export const meta: MetaFunction = () => [{ title: 'Donation Settings' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ by, settings, version }, changes] = await Promise.all([
    findServerPart('donations'),
    listSettingChanges({ entity: 'school', entityId: 'donations' }),
  ])
  const { zeffyFormUrl, appUrl } = getEnv()
  return {
    by,
    form: settings.ZEFFY_FORM_URL?.shows ?? '',
    secret: settings.ZEFFY_WEBHOOK_SECRET ?? null,
    inUse: zeffyFormUrl ?? null,
    noticesTo: `${appUrl}/webhooks/zeffy`,
    version,
    changes,
  }
}

export const action = byIntent({
  save: formAction({
    guard: requireAdmin,
    schema: donationsSchema,
    confirms: true,
    failed: 'Not saved',
    hide: ['secret'],
    async run({ viewer, value: { form, secret }, version }) {
      const changes: ServerChange[] = [{ name: 'ZEFFY_FORM_URL', value: form }]
      if (secret) changes.push({ name: 'ZEFFY_WEBHOOK_SECRET', value: secret, hint: `ends in ${secret.slice(-4)}` })
      await saveAndTell(viewer, 'donations', { changes, version })
      const description = 'Links to it are made on Donations.'
      return { to: paths.donationSettings(), title: 'Donation Form Saved', description }
    },
  }),
  remove: formAction({
    guard: requireAdmin,
    schema: z.object({}),
    confirms: true,
    failed: 'Not saved',
    refusedTo: () => paths.donationSettings(),
    async run({ viewer, version }) {
      const gone = namesOf('donations').map((name) => ({ name, value: null }))
      await saveAndTell(viewer, 'donations', { changes: gone, version })
      return { to: paths.donationSettings(), title: 'Donation Form Removed' }
    },
  }),
})

export default function DonationSettings() {
  const { by, form, secret, inUse, noticesTo, version, changes } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(donationsSchema, { defaultValue: { form }, version })
  return (
    <>
      <Card title="Donation form">
        {by === 'office' ? (
          <>
            <p className="mb-4 max-w-prose text-muted">Donation links lead to the school’s form at Zeffy.</p>
            <Unreadable when={secret?.isReadable === false} />
            <PostForm answer={answer} className="grid max-w-xl gap-4">
              <input type="hidden" name="intent" value="save" />
              <Field label="Address of the form" type="url" autoComplete="off" {...field('form')} />
              <Field
                label={secret ? 'New webhook secret (optional)' : 'Webhook secret (optional)'}
                hint={
                  secret
                    ? `Set ${secret.changedAt}, ${secret.shows}. Leave blank to keep it.`
                    : `At least 16 letters and digits that you make up. An automation that sends donations to ${noticesTo} has to carry it.`
                }
                type="password"
                autoComplete="off"
                {...field('secret')}
              />
              <p className="text-muted">Every administrator gets an email about a change.</p>
              <Button className="justify-self-start">Save Donation Form</Button>
            </PostForm>
            {form ? (
              <Remove version={version} label="Remove the Donation Form">
                Recorded donations are kept. New ones no longer come in automatically.
              </Remove>
            ) : null}
          </>
        ) : (
          <SetElsewhere by={by} names="ZEFFY_FORM_URL, ZEFFY_WEBHOOK_SECRET">
            {by === 'server' ? inUse : null}
          </SetElsewhere>
        )}
      </Card>
      <Changes changes={changes} />
    </>
  )
}
