import { z } from 'zod'
import { optionalText, tooLong } from '~/utils/fields'

export const zoneSchema = z.object({ timezone: z.string({ error: 'Please choose a time zone' }).max(60) })

const SERVER = 'Please enter the name of a mail server, such as smtp.example.com'
const PORT = 'Please enter a port, such as 465 or 587'

export const mailSchema = z.object({
  intent: z.literal('save'),
  server: z
    .string({ error: SERVER })
    .trim()
    .max(253, tooLong(253))
    .regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i, SERVER),
  port: z.coerce.number(PORT).int(PORT).min(1, PORT).max(65_535, PORT),
  user: optionalText(200),
  /** Blank keeps the one that is saved. */
  password: optionalText(500),
  from: optionalText(200).pipe(
    z
      .string()
      .regex(
        /^[^\s@<>]+@[^\s@<>]+$|^[^\r\n<>]+<[^\s@<>]+@[^\s@<>]+>$/,
        'Please enter an address, for example: Oak Hill <office@oakhill.example>',
      )
      .nullable(),
  ),
})
export type MailData = z.output<typeof mailSchema>

export const removeSchema = z.object({ intent: z.literal('remove') })
