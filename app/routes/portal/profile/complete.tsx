import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { profileFields } from '~/models/accounts/profile'
import { completionSchema } from '~/models/accounts/profile.schema'
import { isProfileComplete } from '~/models/accounts/user'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { openPaymentPortal } from '~/web/payment-portal.server'
import { saveProfile } from '~/web/profile-form.server'
import { askLater } from '~/web/profile-prompt.server'
import { redirectWithToast } from '~/web/toast.server'
import { CompletionDialog } from './completion-dialog'

export const handle = { hydrate: true }
export const meta: MetaFunction = () => [{ title: 'Complete Your Profile' }]

/** `?later=1` puts the question off and goes to the portal. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  if (isProfileComplete(viewer)) throw redirect(paths.portal())
  if (new URL(request.url).searchParams.has('later')) {
    throw redirect(paths.portal(), { headers: { 'Set-Cookie': await askLater(viewer) } })
  }
  return profileFields(viewer)
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await requireViewer(request)
  const refused = await saveProfile(viewer, form, completionSchema)
  if (refused) return refused
  if (form.get('intent') === 'payment') {
    return openPaymentPortal(viewer, paths.portal(), 'Failed to open payment setup portal')
  }
  return redirectWithToast(paths.portal(), { type: 'success', title: 'Profile completed successfully!' })
}

export default function CompleteProfile() {
  const values = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  return <CompletionDialog values={values} lastResult={lastResult} />
}
