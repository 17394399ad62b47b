import { randomUUID } from 'node:crypto'
import { type Cookie, createCookie, redirect } from '@remix-run/node'
import { getEnv } from '~/platform/env.server'
import type { Toast } from '~/utils/toast'

/** Browsers drop a cookie above 4096 bytes, name and attributes included. */
const MAX_BYTES = 3500

let made: Cookie | undefined
const cookie = (): Cookie => {
  made ??= createCookie('__toast', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: getEnv().appUrl.startsWith('https:'),
    secrets: [getEnv().sessionSecret],
    maxAge: 60,
  })
  return made
}

/** Redirects to a path of ours whose page shows a toast, once. A toast too large for a cookie loses its undo, then its description. */
export async function redirectWithToast(
  url: string,
  { type, title, description, undo }: Omit<Toast, 'id'>,
  init: ResponseInit = {},
): Promise<Response> {
  const plain = { id: randomUUID(), type, title: title.slice(0, 300) }
  const sizes = [{ ...plain, description, undo }, { ...plain, description }, plain]
  let value = ''
  for (const toast of sizes) {
    value = await cookie().serialize(toast)
    if (Buffer.byteLength(value) <= MAX_BYTES) break
  }
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', value)
  return redirect(url, { ...init, headers })
}

/** Returns the toast that a redirect left for this page, and the headers that delete it. */
export async function getToast(request: Request): Promise<{ toast: Toast | null; headers: Headers }> {
  const toast: Toast | null = await cookie().parse(request.headers.get('cookie'))
  const headers = new Headers()
  if (toast) headers.append('Set-Cookie', await cookie().serialize('', { maxAge: 0 }))
  return { toast: toast || null, headers }
}
