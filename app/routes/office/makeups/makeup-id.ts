import { notFound } from '~/platform/refused'

/** Returns the ID of the makeup in an address. @throws Refused 404 */
export function makeupId(text = ''): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound('This makeup no longer exists')
  return Number(text)
}
