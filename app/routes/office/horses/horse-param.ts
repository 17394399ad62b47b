import { horseIdField } from '~/models/schedule/vocabulary/horse.schema'
import { dayOf } from '~/models/schedule/week/week-address'
import { notFound } from '~/platform/refused'
import { type HorseList, isSettingsPath } from '~/utils/paths'

/** Returns the ID of the horse in an address. @throws Refused 404 */
export function horseParam(params: { id?: string }): number {
  const { data } = horseIdField.safeParse(params.id)
  if (!data) throw notFound('This horse no longer exists.')
  return data
}

/** Returns the list of horses that an address belongs to. */
export const horseList = ({ pathname, search }: { pathname: string; search: string }): HorseList =>
  isSettingsPath(pathname)
    ? { list: '/settings/horses' }
    : { week: dayOf(new URLSearchParams(search).get('week')) ?? undefined }
