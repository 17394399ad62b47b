#!/usr/bin/env node
// Replaces the schema engine of `prisma migrate` and `prisma db`, a download that this project does without, and names
// the commands to use instead.
import { createInterface } from 'node:readline'

const message =
  'This project does without Prisma’s migrate and db commands. In their place:\n' +
  '  npm run migration -- <name>   writes a migration from what changed in prisma/schema.prisma\n' +
  '  npm run dev, npm start        apply new migrations before they listen (npm run migrate does that alone)\n' +
  'See "a migration" in CONTRIBUTING.md.'

if (process.argv.includes('--version')) console.log('schema-engine-cli none')
else if (process.argv.includes('cli')) {
  // The engine is asked, for example, whether the database can be reached. Prisma skips the first line of its log, and
  // parses each other line as JSON.
  process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', fields: { message } })}`)
  process.exitCode = 1
} else {
  // JSON-RPC: without an answer `db pull` and `migrate diff` end silently.
  for await (const request of createInterface({ input: process.stdin })) {
    const error = { code: 4466, message, data: { is_panic: false, message } }
    console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(request).id, error }))
  }
}
