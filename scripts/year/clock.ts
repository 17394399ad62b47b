import { renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dayInZone, instantInZone, type LocalDate } from '../../app/utils/dates'

const ZONE = 'America/New_York'
/** How long until every process has read the clock's file, in milliseconds. */
const READ_MS = 260

/** The clock of the run, its servers, their database and the provider. */
export class Clock {
  /** By how many milliseconds it is ahead of the machine's. */
  #ahead = 0

  constructor(readonly file: string) {}

  /** Moves the clock to a time of a day at the school. */
  async set(day: LocalDate, time: string): Promise<void> {
    const machine = performance.timeOrigin + performance.now()
    this.#ahead = Math.round(instantInZone(day, time, ZONE).getTime() - machine)
    // A process that read a half-written file would be back at the machine's time for a moment.
    writeFileSync(`${this.file}.next`, String(this.#ahead))
    renameSync(`${this.file}.next`, this.file)
    await wait(READ_MS)
  }

  get today(): LocalDate {
    return dayInZone(ZONE, new Date())
  }
}
