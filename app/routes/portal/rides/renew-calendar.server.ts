import { t } from '#text'
import { calendarKey, renewCalendarKey } from '~/models/schedule/rides/calendar.server'

/** Makes or resets the link of one's own calendar. Returns the answer of the form that asked. */
export async function renewCalendar(accountId: string, to: string) {
  const isReset = (await calendarKey(accountId)) !== null
  await renewCalendarKey(accountId)
  return {
    to,
    title: isReset ? t('Calendar link reset') : t('Calendar link created'),
    description: isReset ? t('The old link no longer works.') : undefined,
  }
}
