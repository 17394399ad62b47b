import type { Params } from '@remix-run/react'
import { idField } from '~/utils/fields'

export const noSuchEvent = () => new Response('Event not found.', { status: 404, statusText: 'Not Found' })

/** Returns the ID of the event in an address. @throws Response 404 */
export function eventParam(params: Params): number {
  const { data: id } = idField.safeParse(params.id)
  if (!id) throw noSuchEvent()
  return id
}
