import { addDays, type LocalDate } from '~/utils/dates'
import { minuteOfDay } from '~/utils/time-of-day'
import { NO_HORSE, NO_INSTRUCTOR, type Ride, takesPlace } from './ride'

/** RFC 5545, section 3.1: a line has at most 75 octets; a continued line begins with a space. */
const MOST_OCTETS = 75

const escaped = (text: string): string => text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r\n|\r|\n/g, '\\n')

export function fold(line: string): string {
  const lines: string[] = []
  let rest = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
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

/** `20261124T160000` */
function wallClock(date: LocalDate, minutes: number): string {
  const day = addDays(date, Math.floor(minutes / 1440))
  const ofDay = minutes % 1440
  return `${day.replaceAll('-', '')}T${pad(Math.floor(ofDay / 60))}${pad(ofDay % 60)}00`
}

const stamp = (instant: Date) => `${instant.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

interface Feed {
  name: string
  /** Ends the ids of events, which makes them unique in the world. */
  host: string
  zone: string
  now: Date
  zoneLines: string[]
  /** With the name of the rider, if the feed has to say whose ride it is. */
  rides: readonly (Ride & { riderId: string; rider: string | null })[]
  /** Rides that the school canceled, and why. */
  canceled: readonly (Pick<Ride, 'date' | 'time' | 'type' | 'duration'> & {
    riderId: string
    rider: string | null
    reason: string
  })[]
}

/** Lines end by CRLF. A ride keeps its id, so that a change replaces it. */
export function calendarOf({ name, host, zone, now, zoneLines, rides, canceled }: Feed): string {
  const all = [
    ...rides.map((ride) => ({
      ...ride,
      about: [
        ride.horseAssignment === NO_HORSE ? '' : `Horse: ${ride.horseAssignment}`,
        ride.instructor === NO_INSTRUCTOR ? '' : `Instructor: ${ride.instructor}`,
      ]
        .filter(Boolean)
        .join('\n'),
      isOn: takesPlace(ride),
    })),
    ...canceled.map((ride) => ({ ...ride, about: `Canceled: ${ride.reason}`, isOn: false })),
  ]
  const events = all.flatMap((ride) => {
    const start = minuteOfDay(ride.time)
    return [
      'BEGIN:VEVENT',
      `UID:${ride.date}-${ride.time.replace(':', '')}-${ride.riderId}@${host}`,
      `DTSTAMP:${stamp(now)}`,
      `DTSTART;TZID=${zone}:${wallClock(ride.date, start)}`,
      `DTEND;TZID=${zone}:${wallClock(ride.date, start + ride.duration)}`,
      `SUMMARY:${escaped(ride.rider ? `${ride.rider}: ${ride.type}` : ride.type)}`,
      ...(ride.about ? [`DESCRIPTION:${escaped(ride.about)}`] : []),
      `STATUS:${ride.isOn ? 'CONFIRMED' : 'CANCELLED'}`,
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
