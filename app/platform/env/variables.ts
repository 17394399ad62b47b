import { z } from 'zod'

export const modes = ['demo', 'production', 'test'] as const

function isTimezone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
  .transform((url) => url.replace(/\/+$/, ''))

export const variables = z.object({
  STIRRUP_MODE: z.enum(modes, `must be one of ${modes.join(', ')}`).default('production'),
  PORT: z.coerce.number('must be a port number').int().min(0).max(65535, 'must be a port number').default(3000),
  HOST: z.string().optional(),
  APP_URL: webUrl.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  DEMO_DATABASE: z.stringbool().default(false),
  DATABASE_EMBEDDED: z.stringbool().default(false),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(1).max(200).optional(),
  DATABASE_NAMED_STATEMENTS: z.stringbool().default(true),
  DATA_DIR: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .regex(
      /^(none|AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58})$/,
      'must be a key that npm run backup -- --new-key makes, or none',
    )
    .optional(),
  BACKUP_COPY: z.string().optional(),
  BACKUP_BUCKET: webUrl.optional(),
  BACKUP_BUCKET_KEY: z.string().optional(),
  BACKUP_BUCKET_SECRET: z.string().optional(),
  BACKUP_BUCKET_REGION: z.string().optional(),
  WORKERS: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(1),
  SANDBOX_URL: webUrl.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SCHOOL_NAME: z.string().default('Stirrup Riding School'),
  SCHOOL_TIMEZONE: z
    .string()
    .refine(isTimezone, 'must be a time zone such as America/New_York')
    .default('America/New_York'),
  TRUST_PROXY: z
    .string()
    .regex(
      /^(none|false|\d{1,2}|(loopback|linklocal|uniquelocal|[\da-f.:]*[.:][\da-f.:]*(\/\d{1,3})?)(,(?!$)|$))+$/i,
      'must be 1 for one proxy, the addresses of the proxies, or none',
    )
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PORTAL_CONFIGURATION: z
    .string()
    .regex(/^bpc_\w+$/, 'must begin with bpc_')
    .optional(),
  STRIPE_API_URL: webUrl
    .refine((url) => new URL(url).origin === url, 'must be an address without a path, such as http://127.0.0.1:12111')
    .optional(),
  TEXTS_ACCOUNT_SID: z.string().optional(),
  TEXTS_AUTH_TOKEN: z.string().optional(),
  TEXTS_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{7,14}|MG\w{32})$/, 'must be a number such as +18455550100, or a messaging service (MG…)')
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'must be a URL such as smtps://user:password@mail.example:465',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\s@<>]+@[^\s@<>]+$|^[^\r\n<>]+<[^\s@<>]+@[^\s@<>]+>$/,
      'must be an address such as "School" <office@school.example>',
    )
    .optional(),
  EXTERNAL_PAYMENT_URL: webUrl.optional(),
  ZEFFY_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ZEFFY_FORM_URL: webUrl.optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    .optional(),
  SECURITY_EXPIRES: z.iso.date('must be a day such as 2027-06-30').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  FEE_RATE_PERCENT: z.coerce
    .number('must be a number of percent')
    .min(0, 'must be 0 or more')
    .max(10, 'must be 10 or less')
    .default(3),
  FEE_SCOPE: z.enum(['all_cards', 'credit_cards'], 'must be all_cards or credit_cards').default('all_cards'),
})

export type Variables = z.infer<typeof variables>
