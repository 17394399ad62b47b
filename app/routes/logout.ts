import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { csrfForm } from '~/services/csrf.server'
import { endSession } from '~/services/session.server'
import { paths } from '~/utils/paths'

/** Following a link signs nobody out. */
export const loader = () => redirect(paths.portal())

export async function action({ request }: ActionFunctionArgs) {
  await csrfForm(request.clone())
  return redirect(paths.auth(), { headers: { 'Set-Cookie': await endSession(request) } })
}
