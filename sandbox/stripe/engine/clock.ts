import type { Store } from './store'

const ROW = 'clock'

/**
 * The sandbox's time, in milliseconds: real time, real time plus an offset, or stopped. While an overdue job runs, it
 * is the time at which the job was due, so what the job creates is dated when it would have happened.
 */
export class Clock {
  private moment: number | undefined

  constructor(private readonly store: Store) {}

  get isFrozen(): boolean {
    return this.settings.frozen !== null
  }

  milliseconds(): number {
    const { offset, frozen } = this.settings
    return this.moment ?? frozen ?? Date.now() + offset
  }

  seconds(): number {
    return Math.floor(this.milliseconds() / 1000)
  }

  /** Stops the clock at `milliseconds`; null lets it run in real time again. */
  freeze(milliseconds: number | null): void {
    this.save({ offset: 0, frozen: milliseconds })
  }

  advance(milliseconds: number): void {
    const { offset, frozen } = this.settings
    if (frozen === null) this.save({ offset: offset + milliseconds, frozen })
    else this.save({ offset, frozen: frozen + milliseconds })
  }

  during<Result>(moment: number, work: () => Result): Result {
    const outer = this.moment
    this.moment = moment
    try {
      return work()
    } finally {
      this.moment = outer
    }
  }

  private get settings(): { offset: number; frozen: number | null } {
    return this.store.find('sandbox.clock', ROW) ?? { offset: 0, frozen: null }
  }

  private save(settings: { offset: number; frozen: number | null }): void {
    this.store.transaction(() => this.store.put('sandbox.clock', { id: ROW, ...settings }))
  }
}
