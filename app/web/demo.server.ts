import { getEnv } from '~/platform/env.server'

/** Guards a screen that only demo mode has. @throws Response 404 in other modes. */
export function requireDemo(): void {
  if (getEnv().mode !== 'demo') throw new Response("We can't find that page.", { status: 404, statusText: 'Not Found' })
}
