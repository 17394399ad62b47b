import { getEnv } from '~/platform/env.server'

/** Guard of a screen that demo mode alone has. @throws Response 404 elsewhere. */
export function requireDemo(): void {
  if (getEnv().mode !== 'demo') throw new Response("We can't find that page.", { status: 404, statusText: 'Not Found' })
}
