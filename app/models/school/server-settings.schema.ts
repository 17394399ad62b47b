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
  /** Blank keeps the saved one. */
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

const key = (form: RegExp, message: string) => optionalText(255).pipe(z.string().regex(form, message).nullable())

const SECRET = 'It begins with sk_ or rk_. Copy it from Stripe: Developers, API keys'
const PUBLISHABLE = 'It begins with pk_. Copy it from Stripe: Developers, API keys'

export const paymentKeysSchema = z.object({
  intent: z.literal('connect'),
  /** Blank keeps the saved one. */
  secretKey: key(/^[sr]k_(test|live)_\w+$/, SECRET),
  publishableKey: z
    .string({ error: PUBLISHABLE })
    .trim()
    .max(255, tooLong(255))
    .regex(/^pk_(test|live)_\w+$/, PUBLISHABLE),
  /** Whether the keys belong to another account than the previous ones. */
  otherAccount: z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false),
})

const SID = 'It begins with AC. Copy it from the console of your text provider'
const NUMBER = 'Please enter a number such as +18455550100, or a messaging service (MG…)'

export const textsSchema = z.object({
  intent: z.literal('save'),
  accountSid: z
    .string({ error: SID })
    .trim()
    .regex(/^AC\w{2,62}$/, SID),
  /** Blank keeps the saved one. */
  authToken: key(/^\S+$/, 'Please paste it without spaces'),
  from: z
    .string({ error: NUMBER })
    .trim()
    .regex(/^(\+[1-9]\d{7,14}|MG\w{32})$/, NUMBER),
})

const FORM = 'Please enter the address of the form, which begins with https://'
const LONG_SECRET = 'Please enter at least 16 letters and digits, without spaces'

export const donationsSchema = z.object({
  intent: z.literal('save'),
  form: z
    .string({ error: FORM })
    .trim()
    .max(500, tooLong(500))
    .pipe(z.url({ protocol: /^https$/, error: FORM })),
  /** Blank keeps the saved one. */
  secret: key(/^\S{16,}$/, LONG_SECRET),
})
