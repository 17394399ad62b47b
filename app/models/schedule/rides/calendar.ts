import { addDays, type LocalDate } from '~/utils/dates'
import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** RFC 5545, section 3.1: a line has at most 75 octets; a continued line begins with a space. */
const MAX_OCTETS = 75

const escaped = (text: string): string => text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r\n|\r|\n/g, '\\n')

export function fold(line: string): string {
  const lines: string[] = []
  let rest = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      lines.push(rest)
      rest = ' '
      octets = 1
    }
    rest += character
    octets += size
  }
  return [...lines, rest].join('\r\n')
}

const pad = (n: number) => String(n).padStart(2, '0')

/** Returns `20261124T160000`. */
function wallClock(date: LocalDate, minutes: number): string {
  const day = addDays(date, Math.floor(minutes / 1440))
  const ofDay = minutes % 1440
  return `${day.replaceAll('-', '')}T${pad(Math.floor(ofDay / 60))}${pad(ofDay % 60)}00`
}

const stamp = (instant: Date) => `${instant.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

export interface CalendarEvent {
  /** Identifies the event together with its day and time, so that a change replaces it: the rider, or the ride type. */
  id: string
  date: LocalDate
  time: TimeOfDay
  /** The length in minutes. */
  duration: number
  title: string
  /** The description; empty for none. */
  about: string
  /** The arena; null for none. */
  where: string | null
  isOn: boolean
}

interface Feed {
  name: string
  /** The end of event IDs, which makes them globally unique. */
  host: string
  zone: string
  now: Date
  zoneLines: string[]
  events: readonly CalendarEvent[]
}

/** Builds the calendar file. Lines end with CRLF. */
export function calendarOf({ name, host, zone, now, zoneLines, events: all }: Feed): string {
  const events = all.flatMap(({ id, date, time, duration, title, about, where, isOn }) => {
    const start = minuteOfDay(time)
    return [
      'BEGIN:VEVENT',
      `UID:${date}-${time.replace(':', '')}-${id}@${host}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART;TZID=${zone}:${wallClock(date, start)}`,
      `DTEND;TZID=${zone}:${wallClock(date, start + duration)}`,
      `SUMMARY:${escaped(title)}`,
      ...(about ? [`DESCRIPTION:${escaped(about)}`] : []),
      ...(where ? [`LOCATION:${escaped(where)}`] : []),
      `STATUS:${isOn ? 'CONFIRMED' : 'CANCELLED'}`,
      'END:VEVENT',
    ]
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stirrup//Rides//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    ...zoneLines,
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
