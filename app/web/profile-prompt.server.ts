import { createCookie } from '@remix-run/node'
import { isProfileComplete, type Viewer } from '~/models/accounts/user'
import { getEnv } from '~/platform/env.server'

const cookie = () =>
  createCookie('profile_later', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: getEnv().appUrl.startsWith('https:'),
  })

/** What the completion dialog fills in. Null where the profile is complete or the viewer asked to be left alone for now. */
export async function profileToComplete(request: Request, viewer: Viewer): Promise<Viewer | null> {
  if (isProfileComplete(viewer)) return null
  const later: unknown = await cookie().parse(request.headers.get('cookie'))
  return later === viewer.id ? null : viewer
}

/** The `Set-Cookie` header that keeps the dialog away until the browser is closed. */
export const askLater = (viewer: Viewer): Promise<string> => cookie().serialize(viewer.id)
