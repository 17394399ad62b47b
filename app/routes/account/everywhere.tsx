import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { signOutElsewhere } from '~/models/people/accounts/devices/devices.server'
import { paths } from '~/utils/paths'
import { requireSignedIn } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { readSid } from '~/web/session.server'

export const meta: MetaFunction = () => [{ title: t('Sign Out Everywhere Else') }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request)
  return null
}

const schema = z.object({})

export const action = formAction({
  guard: requireSignedIn,
  schema,
  failed: () => t('Nothing was signed out'),
  refusedTo: () => paths.devices(),
  async run({ viewer, request }) {
    const ended = await signOutElsewhere(viewer.id, await readSid(request))
    return {
      to: paths.devices(),
      title: t('Signed out everywhere else'),
      description: t(
        '{count, plural, =0 {No other device was signed in.} one {One device was signed out.} other {# devices were signed out.}}',
        { count: ended },
      ),
    }
  },
})

export default function Everywhere() {
  const { field: _, ...answer } = useAnswer(schema)
  return (
    <DialogForm
      title={t('Sign out everywhere else?')}
      closeTo={paths.devices()}
      answer={answer}
      submit={t('Sign Out Everywhere Else')}
      danger
    >
      <p>{t('Every device but this one will have to sign in again. If someone knows your password, change it too.')}</p>
    </DialogForm>
  )
}
