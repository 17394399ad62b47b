import { z } from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { type AuditAction, audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Outdated } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import {
  compareEdit,
  formatConflicts,
  formatUnchanged,
  nextVersion,
  type Plain,
  readVersion,
  TRY_AGAIN,
  versionOf,
} from '~/platform/version'
import { formatInstant } from '~/utils/dates'
import { MAX_ID } from '~/utils/fields'
import { describeSettingChange, SETTING_TEXTS } from './settings-changes'

export interface Setting {
  entity: 'package' | 'add-on' | 'school' | 'admin' | 'instructor' | 'waiver'
  entityId: string
}

type Plains = Record<string, Plain>
type Values = Readonly<Record<string, Prisma.InputJsonValue | null>>

/** Returns the changed values; null if nothing changed. */
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
  who: actor ? displayName(actor) : 'Server administrator',
  what: describeSettingChange({ action, detail: detail as Record<string, unknown> }),
  at: formatInstant(at, getEnv().schoolTimezone),
})

/** Lists changes of a setting, newest first. */
export async function listSettingChanges(of: Setting | Setting['entity'][], take = 10) {
  const where = Array.isArray(of) ? { entity: { in: of } } : of
  const rows = await prisma.auditEntry.findMany({ where, orderBy: { id: 'desc' }, take, select })
  return rows.map(readable)
}

/** Returns the ID of the last change of a setting; 0 if nobody has changed it. */
async function lastChangeId(setting: Setting, db: Db = prisma): Promise<number> {
  const last = await db.auditEntry.findFirst({ where: setting, orderBy: { id: 'desc' }, select: { id: true } })
  return last?.id ?? 0
}

/** Returns the version of a setting's form: what it shows, and the last change included. */
export const settingVersion = async (setting: Setting, values: Plains): Promise<string> =>
  versionOf({ ...values, change: await lastChangeId(setting) })

/** Locks a setting until the transaction ends, whether or not it has a row yet. */
export const lockSetting = (tx: Tx, { entity, entityId }: Setting): Promise<unknown> =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${entity} ${entityId}`}, 0))`

/**
 * Locks a setting until the transaction ends, and compares what a form sent with the present values: `write` is what
 * this person changed, `kept` a sentence about fields that someone else has changed in the meantime.
 * @throws Outdated saying who changed what, if both changed the same field.
 */
export async function editSetting<Values extends Plains, Row extends Values>(
  tx: Tx,
  setting: Setting,
  { version, sent, read }: { version: string | undefined; sent: Values; read: () => Promise<Row> },
): Promise<{ before: Row; write: Partial<Values>; kept: string | undefined }> {
  await lockSetting(tx, setting)
  const before = await read()
  const { write, kept, conflicts } = compareEdit<Values>(version, sent, before)
  if (!conflicts.length) return { before, write, kept: formatUnchanged<Plains>(kept, SETTING_TEXTS) }
  const changes = await changesSince(
    tx,
    setting,
    changeField.parse(readVersion(version)?.change),
    conflicts.map(({ field }) => field),
  )
  const told = changes.length
    ? `In the meantime, ${changes.join(', ')}.`
    : formatConflicts<Plains>(conflicts, SETTING_TEXTS)
  throw new Outdated(
    `${told} Nothing of yours is saved. ${TRY_AGAIN}`,
    nextVersion({ ...before, change: await lastChangeId(setting, tx) }, kept),
  )
}

/** How one setting is read, checked and written. */
interface SavedSetting<Values extends Plains> {
  setting: Setting
  action: AuditAction
  read: (tx: Tx) => Promise<Values>
  /** Refuses conflicting values. */
  check?: (values: Values) => void
  write: (tx: Tx, values: Values) => Promise<unknown>
}

/**
 * Saves what a setting's form sent. Unchanged defaults are written too: they are the office's own from then on,
 * whatever the defaults become.
 * @returns the values, and a sentence about fields that someone else has changed since the form was shown.
 * @throws Outdated saying who changed what, if both changed the same field.
 */
export const saveSetting = <Values extends Plains>(
  actorId: string,
  { setting, action, read, check, write }: SavedSetting<Values>,
  sent: Values,
  version: string | undefined,
): Promise<{ saved: Values; kept: string | undefined }> =>
  withTx(async (tx) => {
    const edit = await editSetting(tx, setting, { version, sent, read: () => read(tx) })
    const saved = { ...edit.before, ...edit.write }
    check?.(saved)
    await write(tx, saved)
    const detail = changed(edit.before, saved)
    if (detail) await audit(tx, { actorId, action, ...setting, detail })
    return { saved, kept: edit.kept }
  })

/** Writes settings in the school's row. */
export const writeSchool = (tx: Tx, saved: Omit<Prisma.SchoolUncheckedCreateInput, 'id'>) =>
  tx.school.upsert({ where: { id: 1 }, create: { id: 1, ...saved }, update: saved })

/** The last change that a form includes. */
const changeField = z.coerce.number().int().min(0).max(MAX_ID).catch(0)

/** Returns who changed some fields of a setting after a given change, oldest first. */
async function changesSince(tx: Tx, setting: Setting, seen: number, fields: string[]): Promise<string[]> {
  const rows = await tx.auditEntry.findMany({ where: { ...setting, id: { gt: seen } }, orderBy: { id: 'asc' }, select })
  return rows
    .filter(({ detail }) => fields.some((field) => Object.hasOwn(changedTo(detail), field)))
    .map(readable)
    .map(({ who, what }) => `${who} ${what}`)
}

/** Returns the new values of an audit entry. */
const changedTo = (detail: Prisma.JsonValue): object => {
  const to = detail && typeof detail === 'object' && 'to' in detail ? detail.to : null
  return to && typeof to === 'object' ? to : {}
}
