import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { BREAKS, FORGET_DETAILS, FORGET_LINES, REACH, SEAL, SEAL_LOCK, SEALED_AT_ONCE } from './chain'

/** Seals the log's new entries. Only one process does so at a time; the others skip it. Returns how many. */
export async function sealLog(): Promise<number> {
  let sealed = 0
  for (let count = SEALED_AT_ONCE; count === SEALED_AT_ONCE; sealed += count) {
    count = await withTx(async (tx) => {
      const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS taken`
      return lock?.taken ? tx.$executeRawUnsafe(SEAL) : 0
    })
  }
  return sealed
}

export interface LogChain {
  /** Where the chain is broken, as sentences; twenty at most. */
  breaks: string[]
  seals: number
  /** The newest seal's hash; null without seals. */
  head: string | null
  /** How long the oldest entry has been waiting for its seal, in seconds; null if none is. */
  waiting: number | null
}

/** Checks the newest entries of the log and their chain, or without a number all of it, which takes longer for a longer log. */
export async function checkLog(newest?: number): Promise<LogChain> {
  const [reach] = await prisma.$queryRawUnsafe<Omit<LogChain, 'breaks'>[]>(REACH)
  if (!reach) throw new Error('The database gave no figures')
  const after = newest === undefined ? 0 : Math.max(0, reach.seals - newest)
  const breaks = await prisma.$queryRawUnsafe<{ line: number | null; says: string }[]>(BREAKS, after)
  return { ...reach, breaks: breaks.map(({ says }) => says) }
}

/**
 * Records in the chain what this transaction deleted in the log, as an entry of its own: details that it changed and
 * the entries `gone` that it deleted. It comes after the last of them.
 */
export async function recordDeletion(tx: Tx, why: 'retention' | 'erase', gone: number[] = []): Promise<void> {
  const by = await audit(tx, { actorId: null, action: 'log.forget', entity: 'log', entityId: why })
  const details = await tx.$executeRawUnsafe(FORGET_DETAILS, by)
  const lines = details + (gone.length ? await tx.$executeRawUnsafe(FORGET_LINES, by, gone) : 0)
  // An entry that was never sealed leaves nothing behind.
  if (lines) await tx.auditEntry.update({ where: { id: by }, data: { detail: { lines } } })
  else await tx.auditEntry.delete({ where: { id: by } })
}
