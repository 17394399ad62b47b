import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { openSession } from '../../test/harness/sample-school'

export interface Person {
  id: string
  /** The Cookie header of their browser. */
  cookie: string
}

/** The people who make changes, and what they change. */
export interface KillSchool {
  admins: Person[]
  families: Person[]
  /** Riders by family, whom the office places and marks. */
  riders: string[]
  horses: string[]
  packageId: number
}

async function person(db: pg.Client, firstName: string, role: 'admin' | 'customer'): Promise<Person> {
  const id = randomUUID()
  await db.query(
    `INSERT INTO users (id, email, email_verified_at, password, first_name, last_name, phone, role, created_at, updated_at)
     VALUES ($1, $2, now(), 'none', $3, 'Kill', '555-0100-200', $4, now(), now())`,
    [id, `${id}@example.test`, firstName, role],
  )
  return { id, cookie: await openSession(db, id) }
}

const many = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: count }, (_, n) => n).reduce<Promise<T[]>>(
    async (made, n) => [...(await made), await make(n)],
    Promise.resolve([]),
  )

/** Adds people and horses to a school that already has its catalog from the first start. */
export async function makeSchool(db: pg.Client): Promise<KillSchool> {
  const admins = await many(3, (n) => person(db, `Office${n}`, 'admin'))
  const families = await many(3, (n) => person(db, `Family${n}`, 'customer'))
  const riders = await many(6, (n) => person(db, `Rider${n}`, 'customer'))
  const horses = ['Bella', 'Max', 'Luna']
  for (const name of horses) {
    await db.query(`INSERT INTO horses (name, day_limit, week_limit) VALUES ($1, 0, 0)`, [name])
  }
  // The catalog of a first start is examples, and nobody can buy one.
  const { rows } = await db.query<{ id: number }>(
    `UPDATE packages SET active = true WHERE id = (SELECT min(id) FROM packages) RETURNING id`,
  )
  return { admins, families, riders: riders.map(({ id }) => id), horses, packageId: rows[0]?.id ?? 0 }
}
