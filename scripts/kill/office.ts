import { addDays, dayOfWeek, type LocalDate } from '../../app/utils/dates'
import type { SeededRandom } from '../contention/changes'
import type { Answer, Client } from '../contention/client'
import type { Cell } from './record'
import type { KillSchool } from './school'

/** A write that the office sends, and the cells that show it. */
interface Write {
  name: string
  cells: Cell[]
  send(client: Client): Promise<Answer>
}

const TYPE = 'Group Lesson'
/** Another type, because a weekly lesson replaces a one-time one in its slot. */
const WEEKLY_TYPE = 'Private Lesson'
const MARKS = ['present', 'absent', 'makeup', 'reschedule']
const FIRST_HOUR = 8
const HOURS = 10
/** Of one file that moves in. */
const FAMILIES = 20

const once = (key: string, table: string, where: string, params: unknown[]): Cell => ({
  key,
  sql: `SELECT count(*)::text AS value FROM ${table} WHERE ${where}`,
  params,
  value: '1',
})

/** The writes of one office user, who has their own riders and hours. */
export class Office {
  #lessons = 0
  #weekly = 0
  #horses = 0
  #files = 0
  /** Lessons with a rider in them. */
  readonly #placed: { riderId: string; date: LocalDate; time: string }[] = []

  constructor(
    readonly school: KillSchool,
    /** The index of the office user. */
    readonly index: number,
    readonly firstDay: LocalDate,
    readonly random: SeededRandom,
  ) {}

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!
  }

  get #rider() {
    return this.school.riders[this.index * 2]!
  }

  /** Returns the next random write. Call `done` if it was accepted. */
  next(): Write & { done?: () => void } {
    const dice = this.random()
    const placed = this.#placed.length > 0 ? this.#pick(this.#placed) : undefined
    if (dice < 0.25) return this.#lesson()
    if (dice < 0.55 && placed) return this.#mark(placed)
    if (dice < 0.7) return this.#weeklyPlace()
    if (dice < 0.9) return this.#offline()
    return this.#horse()
  }

  /** Returns a one-time lesson with a rider, each at another hour. */
  #lesson(): Write & { done(): void } {
    const n = this.#lessons++
    const date = addDays(this.firstDay, this.index * 200 + Math.floor(n / HOURS))
    const time = `${String(FIRST_HOUR + (n % HOURS)).padStart(2, '0')}:00`
    const riderId = this.#rider
    const slot = { lessonDate: date, scheduledTime: time, lessonType: TYPE }
    const where = 'lesson_date = $1 AND scheduled_time = $2'
    return {
      name: 'one-time lesson',
      cells: [
        once(`lesson ${date} ${time}`, 'temporary_lessons', where, [date, time]),
        once(`place ${date} ${time}`, 'one_time_participants', `${where} AND student_id = $3`, [date, time, riderId]),
      ],
      async send(client) {
        const added = await client.json('POST', '/api/temporary-lessons', slot)
        const place = { ...slot, studentId: riderId }
        return added.status < 400 ? client.json('POST', '/api/temporary-lessons/add-student', place) : added
      },
      done: () => void this.#placed.push({ riderId, date, time }),
    }
  }

  #mark({ riderId, date, time }: { riderId: string; date: LocalDate; time: string }): Write {
    const value = this.#pick(MARKS)
    const body = { studentId: riderId, lessonDate: date, lessonTime: time, rideType: TYPE, attendanceStatus: value }
    return {
      name: 'attendance',
      cells: [
        {
          key: `mark ${date} ${time}`,
          sql: 'SELECT attendance AS value FROM lessons WHERE student_id = $1 AND scheduled_date = $2 AND scheduled_time = $3',
          params: [riderId, date, time],
          value,
        },
      ],
      send: (client) => client.json('POST', '/api/lessons/attendance', body),
    }
  }

  #weeklyPlace(): Write {
    const n = this.#weekly++
    const date = addDays(this.firstDay, n % 7)
    const time = `${String(FIRST_HOUR + (Math.floor(n / 7) % HOURS)).padStart(2, '0')}:00`
    const riderId = this.school.riders[this.index * 2 + 1]!
    const body = { studentId: riderId, scheduledTime: time, lessonType: WEEKLY_TYPE, startDate: date }
    const day = dayOfWeek(date)
    return {
      name: 'weekly place',
      cells: [
        once(
          `weekly ${this.index} ${day} ${time}`,
          'weekly_schedule',
          'student_id = $1 AND day_of_week = $2 AND scheduled_time = $3 AND is_active',
          [riderId, day, time],
        ),
      ],
      send: (client) => client.json('POST', '/api/weekly-schedule', body),
    }
  }

  #offline(): Write {
    const month = 1 + Math.floor(this.random() * 12)
    const amount = 1 + Math.floor(this.random() * 900)
    const year = Number(this.firstDay.slice(0, 4))
    return {
      name: 'offline amount',
      cells: [
        {
          key: `offline ${this.index} ${month}`,
          sql: `SELECT round(amount)::text AS value FROM offline_payment_months m JOIN offline_payments p ON p.id = m.record_id
                WHERE p.user_id = $1 AND p.year = $2 AND m.month = $3`,
          params: [this.#rider, year, month],
          value: String(amount),
        },
      ],
      send: (client) => client.json('PUT', `/api/admin/offline-payments/${this.#rider}/${year}/${month}`, { amount }),
    }
  }

  /** A file of new families, each with a rider, a weekly place, a payment and a note: all of it, or nothing. */
  file(): Write {
    const name = `File${this.index}x${this.#files++}`
    const rows = Array.from({ length: FAMILIES }, (_, n) =>
      [`Kid${n} ${name}`, `Parent ${name}`, `${n}@${name}.example`, 'Mon', '5:00 PM', WEEKLY_TYPE, 80, 'Shy'].join(),
    )
    const csv = ['Rider,Parent,Email,Day,Time,Lesson type,Paid,Notes', ...rows, ''].join('\n')
    const of = `SELECT id FROM users WHERE last_name = $1 AND guardian_id IS NOT NULL`
    const counts = [
      `(SELECT count(*) FROM users WHERE last_name = $1)`,
      `(SELECT count(*) FROM weekly_schedule WHERE student_id IN (${of}))`,
      `(SELECT count(*) FROM recorded_payments r JOIN offline_payments y ON y.id = r.record_id WHERE y.user_id IN (${of}))`,
      `(SELECT count(*) FROM student_notes WHERE student_id IN (${of}))`,
      // The log outlives the file, which is deleted after its week.
      `(SELECT count(*) FROM audit_log WHERE action = 'students.move-in' AND detail ->> 'file' = $1)`,
    ]
    return {
      name: 'file',
      cells: [
        {
          key: name,
          sql: `SELECT replace(concat_ws(' ', ${counts.join(', ')}), '0 0 0 0 0', '0') AS value`,
          params: [name],
          value: `${2 * FAMILIES} ${FAMILIES} ${FAMILIES} ${FAMILIES} 1`,
        },
      ],
      send: (client) => client.json('POST', '/api/imports', { csv, fileName: name, move: true }),
    }
  }

  #horse(): Write {
    const name = `Horse ${this.index} ${this.#horses++}`
    return {
      name: 'horse',
      cells: [once(name, 'horses', 'name = $1', [name])],
      send: (client) => client.json('POST', '/api/horses', { name }),
    }
  }
}
