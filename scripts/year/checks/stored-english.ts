import { isSpanish } from '../../../test/spanish'
import type { World } from '../world'

/** Where the school stores texts of its own making, except the messages to families. */
const STORED = [
  'makeups',
  'makeup_requests',
  'orders',
  'order_items',
  'payment_transactions',
  'payment_issues',
  'audit_log',
]

/** Checks that what a family does while it reads Spanish is stored in English, as the office reads it. */
export async function storedSpanish(world: World): Promise<string[]> {
  const wrong: string[] = []
  for (const table of STORED) {
    const texts = await world.rows<{ column: string; value: string }>(
      `SELECT DISTINCT c.key AS column, c.value FROM ${table} t, jsonb_each_text(to_jsonb(t)) c WHERE c.value ~ '[[:alpha:]]{3}'`,
    )
    for (const { column, value } of texts)
      if (isSpanish(value)) wrong.push(`${table}.${column} is in Spanish: ${value}`)
  }
  return wrong
}
