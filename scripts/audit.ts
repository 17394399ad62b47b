// npm run audit -- check [hash]   reports where the log's hash chain is broken, and whether a hash reported earlier is still in it
import { reportLog } from '../app/models/log/tell-of-log.server'
import { openBeside } from './backup/connect'

const [command, noted] = process.argv.slice(2)

try {
  if (command !== 'check') throw new Error('Usage: npm run audit -- check [a hash that it told of earlier]')
  if (!process.env.DATABASE_URL && !process.env.DATA_DIR) {
    throw new Error('DATABASE_URL is not set, nor DATA_DIR for the embedded database: whose log?')
  }
  const database = await openBeside()
  try {
    const { tells, problems } = await reportLog(database.url, noted)
    console.log(tells)
    for (const problem of problems) console.error(problem)
    if (problems.length) process.exitCode = 1
    else console.log('None was changed or taken out.')
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
