#!/usr/bin/env node
// Stands where `prisma migrate` and `prisma db` expect their schema engine, a download that this project does without, and tells which
// commands do their work here. Prisma skips the first line of what an engine logs, and reads each other line as JSON.
const message =
  'This project does without Prisma’s migrate and db commands. In their place:\n' +
  '  npm run migration -- <name>   writes a migration from what changed in prisma/schema.prisma\n' +
  '  npm run dev, npm start        apply new migrations before they listen (npm run migrate does that alone)\n' +
  'See "a migration" in CONTRIBUTING.md.'
process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', fields: { message } })}`)
process.exitCode = 1
