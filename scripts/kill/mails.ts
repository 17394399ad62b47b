import { setTimeout as wait } from 'node:timers/promises'
import type { SchoolUnderTest } from './school-under-test'

const MAX_WAIT_MS = 180_000

/**
 * Sends what is in the outbox and compares it with what arrived: each email once, except those that the outbox marks as
 * possibly sent twice.
 */
export async function checkMails(under: SchoolUnderTest): Promise<{ mails: number; twice: number }> {
  const { options, servers, mail, problems } = under
  // What a killed process had claimed is free after five minutes, and the job pauses for half a minute.
  await options.onDatabase(async (db) => {
    await db.query(`UPDATE email_outbox SET next_attempt_at = now() WHERE sent_at IS NULL`)
    await db.query(`UPDATE job_runs SET started_at = now() - interval '1 hour' WHERE name = 'send-mail'`)
  })
  await servers.kill(0)
  await servers.restart(0)
  const last = performance.now() + MAX_WAIT_MS
  const read = () =>
    options.onDatabase(async (db) => {
      const { rows } = await db.query<{ id: number; sent: boolean; maybe: boolean; error: string | null }>(
        `SELECT id, sent_at IS NOT NULL AS sent, maybe_twice AS maybe, last_error AS error FROM email_outbox`,
      )
      return rows
    })
  let rows = await read()
  while (rows.some(({ sent }) => !sent) && performance.now() < last) {
    await wait(500)
    rows = await read()
  }
  const arrived = new Map<string, number>()
  for (const { source } of mail.received) {
    const id = /^Message-ID: <outbox-(\d+)-/im.exec(source)?.[1] ?? 'unknown'
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
  }
  for (const { id, sent, maybe, error } of rows) {
    const count = arrived.get(String(id)) ?? 0
    if (!sent) problems.push(`mail ${id} was not sent: ${error}`)
    else if (count === 0) problems.push(`mail ${id} is sent and did not arrive`)
    else if (count > 1 && !maybe) problems.push(`mail ${id} came ${count} times, and the outbox does not say so`)
  }
  return { mails: rows.length, twice: [...arrived.values()].filter((count) => count > 1).length }
}
