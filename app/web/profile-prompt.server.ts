import { createCookie } from '@remix-run/node'
import { isProfileComplete, type Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'

const cookie = () =>
  createCookie('profile_later', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: getEnv().appUrl.startsWith('https:'),
  })

/** Returns what the profile dialog fills in; null if the profile is complete or the viewer postponed it. */
export async function profileToComplete(request: Request, viewer: Viewer): Promise<Viewer | null> {
  if (isProfileComplete(viewer)) return null
  const later: unknown = await cookie().parse(request.headers.get('cookie'))
  return later === viewer.id ? null : viewer
}

/** Returns the `Set-Cookie` header that hides the dialog until the browser is closed. */
export const askLater = (viewer: Viewer): Promise<string> => cookie().serialize(viewer.id)
