// A migration is named by the second it was written, `20261126090001_name`, and applied in the order of names. A name older than one
// that landed before it would run in the middle on a new database and last on an existing one.

/** The newest of 23 migrations that were named ahead of their day. Databases have recorded the names, so they stay. */
export const NAMED_AHEAD = '20261126090000_known_methods'

const stampOf = (name: string) => name.slice(0, 14)
const toStamp = (time: Date) => time.toISOString().replace(/\D/g, '').slice(0, 14)

function oneSecondAfter(stamp: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? []
  return toStamp(new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + 1_000))
}

/** Returns the name of a new migration: the current second, or the one after the newest migration if that is later. */
export function nextMigrationName(name: string, existing: readonly string[], now: Date): string {
  const newest = existing.map(stampOf).sort().at(-1)
  const stamp = [toStamp(now), ...(newest ? [oneSecondAfter(newest)] : [])].sort().at(-1)
  return `${stamp}_${name}`
}

/**
 * Returns what is wrong with the names of migrations, in the order in which they landed on main: each one that sorts
 * before an earlier one, and each one dated later than a day from now without following another by a second.
 */
export function misnamed(landed: readonly string[], now: Date): string[] {
  const since = landed.indexOf(NAMED_AHEAD) + 1
  const latest = toStamp(new Date(now.getTime() + 24 * 60 * 60 * 1_000))
  let newest = landed.slice(0, since).sort().at(-1) ?? ''
  return landed.slice(since).flatMap((name) => {
    const before = newest
    if (name <= before)
      return [
        `${name} sorts before ${before}, which landed first: name it ${nextMigrationName(name.slice(15), landed, now)}`,
      ]
    newest = name
    if (stampOf(name) > latest && stampOf(name) !== oneSecondAfter(stampOf(before)))
      return [`${name} is dated later than tomorrow`]
    return []
  })
}
