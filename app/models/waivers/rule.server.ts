import { t } from '#text'
import { saveSetting, writeSchool } from '~/models/school/settings-changes.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { lacksWaiver } from './unsigned-sql'
import { RULE } from './version.server'
import { listNames } from './waiver'

interface Rule {
  waiverRequired: boolean
}

const asValues = ({ waiverRequired }: Rule) => ({ waiverRequired })

/** Returns whether families may buy and book only once the waiver is signed; off by default. */
export async function findRule(db: Db = prisma): Promise<Rule> {
  const row = await db.school.findUnique({ where: { id: 1 }, select: { waiverRequired: true } })
  return { waiverRequired: row?.waiverRequired ?? false }
}

/** @throws Outdated if someone else changed it to the contrary. */
export const saveRule = async (actorId: string, sent: Rule, version?: string): Promise<Rule> => {
  const read = async (tx: Tx) => asValues(await findRule(tx))
  const edit = { setting: RULE, action: 'waiver.rule', read, write: writeSchool } as const
  return (await saveSetting(actorId, edit, asValues(sent), version)).saved
}

/**
 * Refuses what a family does for riders without a signed waiver, if the school requires one. Screens lead to where it
 * is signed.
 * @throws Refused `waiver_missing`
 */
export async function requireWaivers(riderIds: readonly string[], db: Db = prisma): Promise<void> {
  const hindered = await hinderedRows(riderIds, db)
  if (!hindered.length) return
  const names = listNames(hindered.map(({ name }) => name))
  throw new Refused('waiver_missing', t('Please sign the waiver for {names} first.', { names }))
}

/** Returns those who cannot buy or book before something is signed; none unless the school requires it. */
export async function hinderedOf<Rider extends { id: string }>(riders: readonly Rider[]): Promise<Rider[]> {
  if (riders.length === 0) return []
  const hindered = await hinderedRows(riders.map(({ id }) => id))
  return riders.filter(({ id }) => hindered.some((one) => one.id === id))
}

const hinderedRows = (riderIds: readonly string[], db: Db = prisma) =>
  db.$queryRawUnsafe<{ id: string; name: string }[]>(
    `SELECT u.id, coalesce(nullif(btrim(u.first_name), ''), u.last_name, u.email, 'the rider') AS name FROM users u
     WHERE u.id = ANY($1::text[]) AND (SELECT waiver_required FROM school WHERE id = 1) AND ${lacksWaiver('u.id')}
     ORDER BY 2`,
    riderIds,
  )
