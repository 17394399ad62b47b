import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import {
  configurationWith,
  isOffered,
  isSecret,
  isSetByServer,
  keptAs,
  namesOf,
  openKept,
  refreshSettings,
  type SavedName,
  type ServerPart,
} from '~/platform/env/saved-settings.server'
import { EnvError, getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import type { Plain } from '~/platform/version'
import { formatInstant } from '~/utils/dates'
import { editSetting, settingVersion } from './settings-changes.server'

/** A setting as a screen may show it: only a hint of a secret. */
interface ShownSetting {
  shows: string | null
  changedAt: string
  /** False for a secret that this server cannot decrypt. */
  isReadable: boolean
}

interface ShownPart {
  /** Who sets it; `demo` has its own. */
  by: 'office' | 'server' | 'demo'
  settings: Partial<Record<SavedName, ShownSetting>>
  version: string
}

const rowsOf = (part: ServerPart, db: Db = prisma) =>
  db.serverSetting.findMany({ where: { name: { in: [...namesOf(part)] } } })

/** Returns what a form shows, from which its version is made. */
async function shownOf(part: ServerPart, db?: Db): Promise<Record<string, string | null>> {
  const rows = await rowsOf(part, db)
  return Object.fromEntries(
    namesOf(part).map((name) => {
      const row = rows.find((one) => one.name === name)
      return [name, (row && (isSecret(name) ? row.hint : row.value)) ?? null]
    }),
  )
}

/** Returns a part for the settings screen, and applies it in this process. */
export async function findServerPart(part: ServerPart): Promise<ShownPart> {
  await refreshSettings()
  const [rows, shown] = await Promise.all([rowsOf(part), shownOf(part)])
  const zone = getEnv().schoolTimezone
  const settings = Object.fromEntries(
    rows.map(({ name, value, hint, changedAt }) => [
      name,
      {
        shows: isSecret(name as SavedName) ? hint : value,
        changedAt: formatInstant(changedAt, zone),
        isReadable: openKept(name as SavedName, value) !== null,
      },
    ]),
  )
  return {
    by: isSetByServer(part) ? 'server' : isOffered(part) ? 'office' : 'demo',
    settings,
    version: await settingVersion({ entity: 'school', entityId: part }, shown),
  }
}

/** Returns a saved value; null if nobody has saved it, or it cannot be decrypted. For this server's own use. */
export async function savedValue(name: SavedName): Promise<string | null> {
  const row = await prisma.serverSetting.findUnique({ where: { name } })
  return row && openKept(name, row.value)
}

export async function savedHint(name: SavedName): Promise<string | null> {
  return (await prisma.serverSetting.findUnique({ where: { name }, select: { hint: true } }))?.hint ?? null
}

export interface ServerChange {
  name: SavedName
  /** Null deletes it. */
  value: string | null
  /** The hint that is shown for a secret. */
  hint?: string
}

interface Saving {
  version: string | undefined
  /** Writes what belongs to it in the same transaction. */
  also?: (tx: Tx) => Promise<unknown>
}

/**
 * Saves the office's settings of the server. They apply at once here, and in other processes a moment later. The log
 * records that they changed, but not the values.
 * @returns whether anything changed
 * @throws Refused if the server sets it, or the settings conflict
 * @throws Outdated if someone else changed the same
 */
export async function saveServerPart(
  actorId: string,
  part: ServerPart,
  changes: readonly ServerChange[],
  { version, also }: Saving,
): Promise<boolean> {
  if (isSetByServer(part)) throw new Refused('set_by_server', 'This is set on the server.')
  if (!isOffered(part)) throw new Refused('set_by_server', 'The demo keeps its own.')
  const changed = await withTx(async (tx) => {
    const setting = { entity: 'school', entityId: part } as const
    // A typed secret is a change whatever its hint is.
    const sent = Object.fromEntries(
      changes.map(({ name, value, hint }) => [name, isSecret(name) && value !== null ? `${hint} (typed)` : value]),
    )
    const { before, write } = await editSetting(tx, setting, { version, sent, read: () => shownOf(part, tx) })
    const wanted = changes.filter(({ name, value }) => name in write && value !== before[name])
    if (!wanted.length) return false
    for (const { name, value, hint = null } of wanted) {
      const row = value === null ? null : { value: keptAs(name, value), hint, changedAt: new Date() }
      if (row) await tx.serverSetting.upsert({ where: { name }, create: { name, ...row }, update: row })
      else await tx.serverSetting.deleteMany({ where: { name } })
    }
    await requireFit(tx, part)
    await audit(tx, { actorId, action: `school.${part}`, ...setting, detail: detailOf(wanted, before) })
    await also?.(tx)
    return true
  })
  await refreshSettings()
  return changed
}

const detailOf = (changes: readonly ServerChange[], before: Record<string, Plain>) => {
  const say = (name: SavedName, value: Plain) =>
    name === 'SCHOOL_TIMEZONE' ? (value ?? getEnv().schoolTimezone) : Boolean(value)
  return {
    from: Object.fromEntries(changes.map(({ name }) => [name, say(name, before[name])])),
    to: Object.fromEntries(changes.map(({ name, value }) => [name, say(name, value)])),
  }
}

async function requireFit(tx: Tx, part: ServerPart): Promise<void> {
  const rows = await rowsOf(part, tx)
  const opened = rows.flatMap(({ name, value }) => {
    const text = openKept(name as SavedName, value)
    return text === null ? [] : [[name, text]]
  })
  try {
    configurationWith(part, Object.fromEntries(opened))
  } catch (error) {
    throw error instanceof EnvError ? new Refused('invalid', `${error.problems.join('. ')}.`) : error
  }
}
