// The sample school of the tests. A demo's first start makes it through the models, half a minute of work, so the tests'
// servers start from copies of one that was made beforehand. Without one each of them makes its own.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync } from 'node:fs'

const BUILT = ['app/server/index.js', 'node/server/index.js', 'pg-template']

/** Returns the folder of the sample school of this build and of today in the school's zone, whose dates are relative to it. */
export function sampleFolder() {
  const sum = createHash('sha256')
  for (const file of BUILT) {
    const stamp = `build/${file}.stamp`
    sum.update(existsSync(stamp) ? readFileSync(stamp) : '')
  }
  const timeZone = process.env.SCHOOL_TIMEZONE ?? 'America/New_York'
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  return `build/sample-school/${day}-${sum.digest('hex').slice(0, 12)}`
}

/** Fills the empty data folder of a demo with the sample school, if there is one. */
export function copySample(dataDir) {
  const folder = sampleFolder()
  if (existsSync(folder)) cpSync(folder, dataDir, { recursive: true })
}
