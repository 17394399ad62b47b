import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { emailInsteadOfTexts } from '~/models/notices/choices.server'
import { textsSchema } from '~/models/school/server-settings.schema'
import { findServerPart, type ServerChange } from '~/models/school/server-settings.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { namesOf } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { saveAndTell } from '~/services/mail/server-change-mail.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'
import { Changes } from '../changes'
import { Remove } from './remove'
import { SetElsewhere } from './set-elsewhere'
import { Unreadable } from './unreadable'

export const meta: MetaFunction = () => [{ title: 'Texts' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ by, settings, version }, changes] = await Promise.all([
    findServerPart('texts'),
    listSettingChanges({ entity: 'school', entityId: 'texts' }),
  ])
  const { texts, appUrl } = getEnv()
  return {
    by,
    saved: { accountSid: settings.TEXTS_ACCOUNT_SID?.shows ?? '', from: settings.TEXTS_FROM?.shows ?? '' },
    token: settings.TEXTS_AUTH_TOKEN ?? null,
    inUse: texts?.from ?? null,
    answersTo: `${appUrl}/webhooks/texts`,
    version,
    changes,
  }
}

export const action = byIntent({
  save: formAction({
    guard: requireAdmin,
    schema: textsSchema,
    confirms: true,
    failed: 'Not saved',
    hide: ['authToken'],
    async run({ viewer, value: { accountSid, authToken, from }, version }) {
      const { settings } = await findServerPart('texts')
      // The saved token belongs to the account that it was entered for.
      if (!authToken && !(settings.TEXTS_AUTH_TOKEN?.isReadable && settings.TEXTS_ACCOUNT_SID?.shows === accountSid)) {
        throw new Refused('invalid', 'Please paste the token of this account', 'authToken')
      }
      const changes: ServerChange[] = [
        { name: 'TEXTS_ACCOUNT_SID', value: accountSid },
        { name: 'TEXTS_FROM', value: from },
      ]
      if (authToken)
        changes.push({ name: 'TEXTS_AUTH_TOKEN', value: authToken, hint: `ends in ${authToken.slice(-4)}` })
      await saveAndTell(viewer, 'texts', { changes, version })
      const description = 'Families can choose them on their screens.'
      return { to: paths.textSettings(), title: 'Texts Saved', description }
    },
  }),
  remove: formAction({
    guard: requireAdmin,
    schema: z.object({}),
    confirms: true,
    failed: 'Not saved',
    refusedTo: () => paths.textSettings(),
    async run({ viewer, version }) {
      const gone = namesOf('texts').map((name) => ({ name, value: null }))
      await saveAndTell(viewer, 'texts', { changes: gone, version, besides: emailInsteadOfTexts })
      return { to: paths.textSettings(), title: 'Texts Are Off', description: 'Families get emails instead.' }
    },
  }),
})

export default function TextSettings() {
  const { by, saved, token, inUse, answersTo, version, changes } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(textsSchema, { defaultValue: saved, version })
  return (
    <>
      <Card title="Texts">
        {by === 'office' ? (
          <>
            <p className="mb-4 max-w-prose text-muted [overflow-wrap:anywhere]">
              Families who want it get texts on their phone, through an account at Twilio. There, register the number
              for messages of businesses, and have incoming messages sent to {answersTo}.
            </p>
            <Unreadable when={token?.isReadable === false} />
            <PostForm answer={answer} className="grid max-w-xl gap-4">
              <input type="hidden" name="intent" value="save" />
              <Field label="Account SID" placeholder="AC…" autoComplete="off" {...field('accountSid')} />
              <Field
                label={token ? 'New token (optional)' : 'Token'}
                hint={token ? `Set ${token.changedAt}, ${token.shows}. Leave blank to keep it.` : undefined}
                type="password"
                autoComplete="off"
                {...field('authToken')}
              />
              <Field label="Number" placeholder="+18455550100" autoComplete="off" {...field('from')} />
              <p className="text-muted">Every administrator gets an email about a change.</p>
              <Button className="justify-self-start">Save Texts</Button>
            </PostForm>
            {token ? (
              <Remove version={version} label="Turn Texts Off">
                Families who chose texts get emails instead.
              </Remove>
            ) : null}
          </>
        ) : (
          <SetElsewhere by={by} names="TEXTS_ACCOUNT_SID, TEXTS_AUTH_TOKEN, TEXTS_FROM">
            {inUse}
          </SetElsewhere>
        )}
      </Card>
      <Changes changes={changes} />
    </>
  )
}
