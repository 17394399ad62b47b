// npm run admin -- someone@example.org   makes an account an administrator's, with the settings of the application

import { adminSearchSchema } from '~/models/admin.schema'
import { makeAdmin } from '~/models/admin.server'
import { prisma } from '~/services/db.server'
import { parseEnv } from '~/services/env.server'
import { startDatabase } from '../server/database'

async function run(email: string | undefined): Promise<string> {
  const asked = adminSearchSchema.safeParse({ email })
  if (!asked.success) throw new Error('Usage: npm run admin -- someone@example.org')
  return makeAdmin(null, asked.data)
}

let stopDatabase = async () => {}
try {
  stopDatabase = await startDatabase(parseEnv(process.env), (error) => {
    throw error
  })
  console.log(`${await run(process.argv[2])} is an administrator`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await prisma.$disconnect()
  await stopDatabase()
}
