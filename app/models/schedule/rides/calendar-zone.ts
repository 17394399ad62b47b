import { addDays, type LocalDate, startOfDayInZone, zoneOffset } from '~/utils/dates'

const offsetMinutes = (zone: string, instant: Date) => Math.round(zoneOffset(zone, instant) / 60_000)

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`
}

const HOUR = 3_600_000

/** Returns a VTIMEZONE (RFC 5545, section 3.6.5) with each clock change, so that calendars need not know the time zone. */
export function zoneLines(zone: string, from: LocalDate, to: LocalDate): string[] {
  const begin = startOfDayInZone(from, zone)
  const end = startOfDayInZone(addDays(to, 1), zone).getTime()
  const first = offsetMinutes(zone, begin)
  const changes = [{ at: begin.getTime(), before: first, after: first }]
  for (let at = begin.getTime(), before = first; at < end; at += HOUR) {
    const after = offsetMinutes(zone, new Date(at))
    if (after !== before) changes.push({ at, before, after })
    before = after
  }
  const standard = Math.min(...changes.map(({ after }) => after))
  const observances = changes.flatMap(({ at, before, after }) => {
    const kind = after > standard ? 'DAYLIGHT' : 'STANDARD'
    // RFC 5545 identifies a change by the local time until then.
    const wall = new Date(at + before * 60_000).toISOString().replace(/[-:]/g, '').slice(0, 15)
    return [
      `BEGIN:${kind}`,
      `DTSTART:${wall}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(after)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE']
}
