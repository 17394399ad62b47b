import { z } from 'zod'
import { optionalText } from '~/utils/fields'
import { parseTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

const TIME = 'Please enter a time, for example 9:00 PM'

const time = z.string({ error: TIME }).transform((typed, context): TimeOfDay => {
  const read = parseTimeOfDay(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: TIME })
  return z.NEVER
})

export const noticeSettingsSchema = z.object({
  quietFrom: time,
  quietTo: time,
  remindAt: time,
  /** A text in every reminder, such as what to bring; null is none. */
  remindNote: optionalText(300),
})
export type NoticeSettings = z.output<typeof noticeSettingsSchema>
