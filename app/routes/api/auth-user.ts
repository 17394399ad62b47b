import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { profileChangeSchema } from '~/models/accounts/profile.schema'
import { updateProfile } from '~/models/accounts/profile.server'
import { findOwnProfile } from '~/models/accounts/user.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'
import { EMAIL_CHANGES } from '~/web/profile-form.server'
import { apiRateLimit } from '~/web/rate-limit.server'

/** The current user; 401 where nobody is signed in. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => findOwnProfile((await requireApiViewer(request)).id))

/** Changes the current user's own data; what is not sent stays. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'PUT') return methodNotAllowed('GET, PUT')
  return apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const change = await readJson(request, profileChangeSchema)
    if (change.email && change.email !== viewer.email) await apiRateLimit(`email-change:${viewer.id}`, EMAIL_CHANGES)
    return updateProfile(viewer.id, change)
  })
}
