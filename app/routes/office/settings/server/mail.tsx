import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { mailAddress, readMailAddress } from '~/models/school/mail-address'
import { type MailData, mailSchema } from '~/models/school/server-settings.schema'
import { findServerPart, type ServerChange, savedValue } from '~/models/school/server-settings.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { mailAddressLink } from '~/services/mail/address-links.server'
import { saveAndTell } from '~/services/mail/server-change-mail.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { Remove } from './remove'
import { SetElsewhere } from './set-elsewhere'
import { TestEmail } from './test-email'
import { Unreadable } from './unreadable'

export const meta: MetaFunction = () => [{ title: 'Mail' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ by, settings, version }, address, changes] = await Promise.all([
    findServerPart('mail'),
    savedValue('SMTP_URL'),
    listSettingChanges({ entity: 'school', entityId: 'mail' }),
  ])
  const { smtpUrl, mailFrom, appUrl } = getEnv()
  const { password: _, ...saved } = address ? readMailAddress(address) : { password: '', ...NOTHING }
  return {
    by,
    saved: { ...saved, from: settings.MAIL_FROM?.shows ?? '' },
    kept: settings.SMTP_URL ?? null,
    inUse: by === 'server' && smtpUrl ? new URL(smtpUrl).host : null,
    usualFrom: `no-reply@${new URL(appUrl).hostname}`,
    sender: mailFrom ?? null,
    version,
    changes,
  }
}

const NOTHING = { server: '', port: '465', user: '', hasPassword: false }

export const action = byIntent({
  save: formAction({
    guard: requireAdmin,
    schema: mailSchema,
    confirms: true,
    failed: 'Not saved',
    hide: ['password'],
    async run({ viewer, value, version }) {
      await saveAndTell(viewer, 'mail', { changes: await changesOf(value), version })
      // The first administrator's address was entered before any mail could verify it.
      await mailAddressLink(viewer.id)
      return { to: paths.mailSettings(), title: 'Mail Server Saved', description: 'Send yourself a test email.' }
    },
  }),
  remove: formAction({
    guard: requireAdmin,
    schema: z.object({}),
    confirms: true,
    failed: 'Not saved',
    refusedTo: () => paths.mailSettings(),
    async run({ viewer, version }) {
      const gone = [
        { name: 'SMTP_URL', value: null },
        { name: 'MAIL_FROM', value: null },
      ] as const
      await saveAndTell(viewer, 'mail', { changes: gone, version })
      const description = 'Emails wait here, three days at most.'
      return { to: paths.mailSettings(), title: 'Mail Server Removed', description }
    },
  }),
})

/** The saved password is not used for another server or another user's account than the one that it was entered for. */
async function changesOf(sent: MailData): Promise<ServerChange[]> {
  const address = await savedValue('SMTP_URL')
  const saved = address ? readMailAddress(address) : null
  const isSame =
    saved?.server === sent.server.toLowerCase() && saved.port === String(sent.port) && saved.user === (sent.user ?? '')
  const from: ServerChange = { name: 'MAIL_FROM', value: sent.from }
  if (isSame && !sent.password) return [from]
  if (sent.user && !sent.password)
    throw new Refused('invalid', 'Please type the password of this mail server', 'password')
  if (sent.password && !sent.user)
    throw new Refused('invalid', 'Please type the user name that belongs to the password', 'user')
  const hint = `${sent.user ? `${sent.user} at ` : ''}${sent.server}:${sent.port}`
  return [{ name: 'SMTP_URL', value: mailAddress(sent, sent.password), hint }, from]
}

export default function MailSettings() {
  const { by, saved, kept, inUse, sender, usualFrom, version, changes } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(mailSchema, { defaultValue: saved, version })
  return (
    <>
      <Card title="Mail server">
        {by === 'office' ? (
          <>
            <p className="mb-4 max-w-prose text-muted">
              Receipts, reminders, and sign-in links go out through your email provider. It calls this SMTP.
            </p>
            <Unreadable when={kept?.isReadable === false} />
            <PostForm answer={answer} className="grid max-w-xl gap-4">
              <input type="hidden" name="intent" value="save" />
              <div className="grid items-start gap-4 sm:grid-cols-[1fr_8rem]">
                <Field label="Server" placeholder="smtp.example.com" autoComplete="off" {...field('server')} />
                <Field label="Port" hint="465 or 587" inputMode="numeric" autoComplete="off" {...field('port')} />
              </div>
              <Field label="User name (optional)" autoComplete="off" {...field('user')} />
              <Field
                label={saved.hasPassword ? 'New password (optional)' : 'Password (optional)'}
                hint={saved.hasPassword ? `Set ${kept?.changedAt}. Leave blank to keep it.` : undefined}
                type="password"
                autoComplete="off"
                {...field('password')}
              />
              <Field
                label="From (optional)"
                hint={`For example: Oak Hill <office@oakhill.example>. ${usualFrom} if blank.`}
                autoComplete="off"
                {...field('from')}
              />
              <p className="text-muted">
                Every administrator gets an email about a change, by the mail server from before.
              </p>
              <Button className="justify-self-start">Save Mail Server</Button>
            </PostForm>
            {kept ? (
              <Remove version={version} label="Remove This Mail Server">
                Emails wait here then, three days at most.
              </Remove>
            ) : null}
          </>
        ) : (
          <SetElsewhere by={by} names="SMTP_URL, MAIL_FROM">
            {[inUse, sender].filter(Boolean).join(', ')}
          </SetElsewhere>
        )}
      </Card>
      {by === 'demo' ? null : <TestEmail />}
      <Changes changes={changes} />
    </>
  )
}
