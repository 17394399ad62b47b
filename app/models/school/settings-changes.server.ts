import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { formatInstant } from '~/utils/dates'
import { describeSettingChange } from './settings-changes'

export interface Setting {
  entity: 'package' | 'add-on' | 'school' | 'admin'
  entityId: string
}

type Values = Readonly<Record<string, Prisma.InputJsonValue | null>>

/** The changed values for the audit log; null without any. */
export function changed(before: object, change: object): { from: Values; to: Values } | null {
  const was = before as Values
  const wanted = change as Values
  const keys = Object.keys(wanted).filter((key) => was[key] !== wanted[key])
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return keys.length ? { from: pick(was), to: pick(wanted) } : null
}

const select = {
  id: true,
  action: true,
  detail: true,
  at: true,
  actor: { select: { firstName: true, lastName: true, email: true } },
} satisfies Prisma.AuditEntrySelect

const readable = ({ id, action, detail, at, actor }: Prisma.AuditEntryGetPayload<{ select: typeof select }>) => ({
  id,
  who: actor ? displayName(actor) : 'Somebody at the server',
  what: describeSettingChange({ action, detail: detail as Record<string, unknown> }),
  at: formatInstant(at, getEnv().schoolTimezone),
})

/** The last changes of some kinds of settings, or of one setting; the newest first. */
export async function listSettingChanges(of: Setting | Setting['entity'][], take = 10) {
  const where = Array.isArray(of) ? { entity: { in: of } } : of
  const rows = await prisma.auditEntry.findMany({ where, orderBy: { id: 'desc' }, take, select })
  return rows.map(readable)
}

/** The id of the last change of a setting; 0 if nobody has changed it. */
export async function settingVersion(setting: Setting, db: Db = prisma): Promise<number> {
  const last = await db.auditEntry.findFirst({ where: setting, orderBy: { id: 'desc' }, select: { id: true } })
  return last?.id ?? 0
}

/** The id of the last change of the catalogue or the fee; 0 without any. */
export async function priceVersion(): Promise<number> {
  const { _max } = await prisma.auditEntry.aggregate({
    where: { OR: [{ entity: { in: ['package', 'add-on'] } }, { entity: 'school', entityId: 'fee' }] },
    _max: { id: true },
  })
  return _max.id ?? 0
}

/**
 * Locks a setting until the transaction ends, if nobody has changed it since `version`.
 * @throws Refused 409 saying who changed what.
 */
export async function claimSetting(tx: Tx, setting: Setting, version: number): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${setting.entity} ${setting.entityId}`}, 0))`
  const last = await tx.auditEntry.findFirst({
    where: { ...setting, id: { gt: version } },
    orderBy: { id: 'desc' },
    select,
  })
  if (!last) return
  const { who, what } = readable(last)
  throw new Refused(
    `Meanwhile ${who} ${what}. Nothing of yours is saved. What you typed is still here: save again to put it in place.`,
    undefined,
    409,
  )
}
