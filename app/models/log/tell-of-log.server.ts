import { withClient } from '~/platform/advisory-lock.server'
import { BREAKS, REACH } from './chain'

/**
 * Checks the log from outside the application, with only the database. `noted` is a hash that it reported earlier:
 * someone who removes the newest entries, or rebuilds the chain, cannot produce that one again. Returns what to print,
 * and what is wrong, as sentences.
 */
export const reportLog = (url: string, noted?: string): Promise<{ tells: string; problems: string[] }> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ line: number | null; says: string }>(BREAKS, [0])
    const [reach] = (await client.query<{ seals: number; head: string | null; waiting: number | null }>(REACH)).rows
    const kept = noted ? (await client.query('SELECT FROM audit_seals WHERE hash = $1', [noted])).rowCount : 1
    const lost = kept ? [] : ['The hash that you gave is not in the chain']
    return {
      tells: `${reach?.seals ?? 0} lines are sealed, up to ${reach?.head ?? 'none'}.`,
      problems: [...rows.map(({ says }) => says), ...lost].map((problem) => `${problem}.`),
    }
  })
