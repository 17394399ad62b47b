// npm run doctor    reports what is missing or wrong in a production school; the exit code is 1 if anything is. Changes nothing.

import { prisma } from '../app/platform/db.server'
import { EnvError, getEnv, parseEnv } from '../app/platform/env.server'
import { examine } from '../app/services/operations/examine.server'
import { openBeside } from './backup/connect'
import { runCommand } from './backup/report'
import { backupSettings } from './backup/settings'
import { newestProblems } from './backup/try-backup'

async function findProblems(): Promise<string[]> {
  try {
    parseEnv(process.env)
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  const database = await openBeside()
  if (!process.env.DATABASE_URL) process.env.DATABASE_EMBEDDED = 'true'
  process.env.DATABASE_URL = database.url
  try {
    return [...(await examine(database.url)), ...(await newestProblems(getEnv().backupDir, backupSettings().key))]
  } finally {
    await prisma.$disconnect()
    await database.close()
  }
}

await runCommand(async () => {
  const problems = await findProblems()
  for (const problem of problems) console.log(`- ${problem}`)
  console.log(problems.length ? `\n${problems.length} to look at.` : 'All is well.')
  if (problems.length) process.exitCode = 1
})
