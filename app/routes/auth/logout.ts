import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '~/utils/paths'
import { formAction } from '~/web/form-action.server'
import { endSession } from '~/web/session.server'

/** Following a link signs nobody out. */
export const loader = () => redirect(paths.portal())

export const action = formAction({
  guard: () => null,
  schema: z.object({}),
  refusedTo: () => paths.portal(),
  run: async ({ request }) => redirect(paths.auth(), { headers: { 'Set-Cookie': await endSession(request) } }),
})
