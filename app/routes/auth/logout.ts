import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/utils/paths'
import { csrfForm } from '~/web/csrf.server'
import { endSession } from '~/web/session.server'

/** Following a link signs nobody out. */
export const loader = () => redirect(paths.portal())

export async function action({ request }: ActionFunctionArgs) {
  await csrfForm(request.clone())
  return redirect(paths.auth(), { headers: { 'Set-Cookie': await endSession(request) } })
}
