import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { profileValues } from '~/models/people/accounts/profile'
import { completionSchema } from '~/models/people/accounts/profile.schema'
import { isProfileComplete } from '~/models/vocabulary/user'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { askLater } from '~/web/profile-prompt.server'
import { CompletionDialog } from './completion-dialog'
import { openPaymentPortal } from './open-payment-portal.server'
import { changesAddress, saveProfile } from './save-profile.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: t('Complete Your Profile') }]

/** `?later=1` puts the question off and goes to the portal. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  if (isProfileComplete(viewer)) throw redirect(paths.portal())
  if (new URL(request.url).searchParams.has('later')) {
    throw redirect(paths.portal(), { headers: { 'Set-Cookie': await askLater(viewer) } })
  }
  return profileValues(viewer)
}

export const action = formAction({
  guard: requireViewer,
  schema: completionSchema.extend({ intent: z.enum(['save', 'payment']).optional() }),
  failed: () => t('Failed to complete profile'),
  confirms: (sent) => changesAddress(sent, sent.value),
  async run(sent) {
    const { intent, ...form } = sent.value
    const kept = await saveProfile(sent, form)
    if (intent === 'payment') {
      return openPaymentPortal(sent.viewer, paths.portal(), t('Failed to open payment setup portal'))
    }
    return { to: paths.portal(), title: t('Profile completed successfully!'), description: kept }
  },
})

export default function CompleteProfile() {
  return <CompletionDialog values={useLoaderData<typeof loader>()} />
}
