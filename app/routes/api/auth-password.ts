import { type ActionFunctionArgs, json } from '@remix-run/node'
import { passwordChangeSchema } from '~/models/accounts/profile.schema'
import { changePassword } from '~/models/accounts/profile.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'
import { apiRateLimit } from '~/web/rate-limit.server'
import { startSession } from '~/web/session.server'
import { PASSWORD_TRIES } from '~/web/sign-in.server'

export const loader = () => methodNotAllowed('PUT')

/** Changes the password and signs out every other device. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'PUT') return methodNotAllowed('PUT')
  return apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const change = await readJson(request, passwordChangeSchema)
    await apiRateLimit(`password-change:${viewer.id}`, PASSWORD_TRIES)
    await changePassword(viewer.id, change)
    return json({ message: 'Password Updated' }, { headers: { 'Set-Cookie': await startSession(request, viewer.id) } })
  })
}
