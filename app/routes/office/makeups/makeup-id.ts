import { notFound } from '~/platform/refused'

/** The makeup that an address names. @throws Refused 404 */
export function makeupId(text = ''): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound('This makeup no longer exists')
  return Number(text)
}
