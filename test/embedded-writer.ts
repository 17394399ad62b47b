// Inserts rising numbers and prints each acknowledged one, until the test kills it.
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/embedded-postgres'
import { ensureTemplate } from '../server/embedded-postgres/template'

const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', template: await ensureTemplate() })
const client = new pg.Client({ connectionString: url })
await client.connect()
for (;;) {
  const { rows } = await client.query<{ count: number }>(
    `INSERT INTO rate_limits (key, count, reset_at) VALUES ('writer', 1, now())
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + 1 RETURNING count`,
  )
  process.stdout.write(`${rows[0]?.count}\n`)
}
