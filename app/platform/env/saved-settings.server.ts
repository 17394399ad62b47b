import { prisma } from '../db.server'
import { type Env, EnvError, getEnv, parseEnv } from '../env.server'
import { sealText, unsealText } from './seal.server'

interface Part {
  names: readonly string[]
  /** The fields of the configuration that these settings determine. */
  fields: readonly (keyof Env)[]
}

/**
 * The server settings that the office can save, by their names in the environment. Settings that belong together come
 * from one place: the environment or the office.
 */
const PARTS = {
  zone: { names: ['SCHOOL_TIMEZONE'], fields: ['schoolTimezone'] },
  mail: { names: ['SMTP_URL', 'MAIL_FROM'], fields: ['smtpUrl', 'mailFrom'] },
  payments: {
    names: [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PORTAL_CONFIGURATION',
      // The account that the keys belong to. Only the settings screen reads and writes it.
      'STRIPE_ACCOUNT',
    ],
    fields: ['stripe'],
  },
  donations: { names: ['ZEFFY_FORM_URL', 'ZEFFY_WEBHOOK_SECRET'], fields: ['zeffyFormUrl', 'zeffyWebhookSecret'] },
  texts: { names: ['TEXTS_ACCOUNT_SID', 'TEXTS_AUTH_TOKEN', 'TEXTS_FROM'], fields: ['texts'] },
} as const satisfies Record<string, Part>

export type ServerPart = keyof typeof PARTS
export type SavedName = (typeof PARTS)[ServerPart]['names'][number]

const PART_NAMES = Object.keys(PARTS) as ServerPart[]
export const namesOf = (part: ServerPart): readonly SavedName[] => PARTS[part].names

const SECRETS: readonly string[] = [
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TEXTS_AUTH_TOKEN',
  'ZEFFY_WEBHOOK_SECRET',
] satisfies SavedName[]
export const isSecret = (name: SavedName): boolean => SECRETS.includes(name)

/** Whether the environment has any setting of this part, which then wins. */
export const isSetByServer = (part: ServerPart): boolean => PARTS[part].names.some((name) => process.env[name]?.trim())

/** Whether the office may set this part. The demo has its sandbox, and sends nothing to anyone. */
export const isOffered = (part: ServerPart): boolean => part === 'zone' || getEnv().mode !== 'demo'

const VERSION = 1
const boundTo = (name: SavedName) => ({ purpose: 'server settings', owner: `${VERSION} ${name}` })

/** Returns the value as it is stored in the table. */
export const keptAs = (name: SavedName, value: string): string =>
  isSecret(name) ? Buffer.concat([Buffer.of(VERSION), sealText(value, boundTo(name))]).toString('base64url') : value

/**
 * Returns the value of a stored setting; null for a secret that this server cannot decrypt: it was sealed with another
 * `SESSION_SECRET`, or altered.
 */
export function openKept(name: SavedName, kept: string): string | null {
  if (!isSecret(name)) return kept
  const bytes = Buffer.from(kept, 'base64url')
  return bytes[0] === VERSION ? unsealText(bytes.subarray(1), boundTo(name)) : null
}

type Values = Partial<Record<SavedName, string>>

/** Returns the configuration that these values would give. @throws EnvError saying what is wrong. */
export function configurationWith(part: ServerPart, values: Values): Partial<Env> {
  const env = parseEnv({ ...process.env, ...values })
  return Object.fromEntries(PARTS[part].fields.map((field) => [field, env[field]]))
}

const holder = globalThis as {
  stirrupSettings?: { asked: number; seen: number; kept: Map<ServerPart, string>; unreadable: Set<ServerPart> }
}
const state = () => {
  holder.stirrupSettings ??= { asked: 0, seen: 0, kept: new Map(), unreadable: new Set() }
  return holder.stirrupSettings
}

/** Saved parts that this server cannot use: a secret cannot be decrypted, or a newer version refuses a value. */
export const unreadableParts = (): ServerPart[] => [...state().unreadable]

/**
 * Applies the settings that the office saved to this process. If two reads overlap, the older one is ignored. A part
 * that cannot be read counts as not set.
 */
export async function refreshSettings(): Promise<void> {
  const current = state()
  const mine = ++current.asked
  const rows = await prisma.serverSetting.findMany({ select: { name: true, value: true }, orderBy: { name: 'asc' } })
  if (mine < current.seen) return
  current.seen = mine
  for (const part of PART_NAMES) {
    const own = rows.filter(({ name }) => namesOf(part).some((one) => one === name)) as {
      name: SavedName
      value: string
    }[]
    const kept = JSON.stringify(own)
    if (kept === (current.kept.get(part) ?? '[]')) continue
    current.kept.set(part, kept)
    current.unreadable.delete(part)
    if (isSetByServer(part) || !isOffered(part)) continue
    Object.assign(getEnv(), readPart(part, own) ?? configurationWith(part, {}))
  }
}

function readPart(part: ServerPart, rows: { name: SavedName; value: string }[]): Partial<Env> | null {
  const opened = rows.map(({ name, value }) => [name, openKept(name, value)] as const)
  try {
    if (opened.some(([, value]) => value === null)) throw new EnvError(['sealed with another SESSION_SECRET'])
    return configurationWith(part, Object.fromEntries(opened) as Values)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    state().unreadable.add(part)
    return null
  }
}

const EVERY_MS = 2_000
let timer: NodeJS.Timeout | undefined

/** Applies what other processes save, within two seconds, from now on. */
export async function followSettings(): Promise<void> {
  await refreshSettings()
  // While the database cannot be reached, the last settings stay in force.
  timer ??= setInterval(() => void refreshSettings().catch(() => undefined), EVERY_MS).unref()
}

export function stopFollowing(): void {
  clearInterval(timer)
  timer = undefined
}
