import type { Clock } from './clock'
import type { Store } from './store'
import type { JobKind } from './tables'

/** The jobs that `flush` runs early: pending money. Renewals and expiries keep their date. */
const SETTLEMENTS: ReadonlySet<JobKind> = new Set([
  'follow_intent',
  'settle_bank_payment',
  'settle_refund',
  'open_dispute',
  'finalize_invoice',
])

const LONGEST_TIMER = 2 ** 31 - 1
const RETRY_MS = 5_000

type JobHandlers = Record<JobKind, (ref: string) => void>

/** Scheduled work, stored with the state: after a restart, overdue jobs run at once, in the order of their dates. */
export class Jobs {
  private timer: NodeJS.Timeout | undefined
  private handlers: JobHandlers | undefined
  private running = false
  /** Kinds that are held back, however long they are overdue. */
  private readonly held = new Set<JobKind>()

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly onChange: () => void,
  ) {}

  start(handlers: JobHandlers): void {
    this.handlers = handlers
    this.runDue()
  }

  /** Schedules the single job of a kind and object; scheduling it again moves it. `due` is in milliseconds. */
  schedule(kind: JobKind, ref: string, due: number): void {
    this.store.put('sandbox.job', { id: `${kind} ${ref}`, kind, ref, due })
  }

  cancel(kind: JobKind, ref: string): void {
    this.store.remove('sandbox.job', `${kind} ${ref}`)
  }

  /** Holds jobs of this kind back while `held` is true. */
  hold(kind: JobKind, held: boolean): void {
    if (held) this.held.add(kind)
    else this.held.delete(kind)
  }

  has(kind: JobKind): boolean {
    return this.store.all('sandbox.job').some((job) => job.kind === kind)
  }

  /** Runs what is due, oldest first, then waits for the next. */
  runDue(): void {
    this.runAll((job) => job.due <= this.clock.milliseconds() && !this.held.has(job.kind))
    this.arm()
  }

  /** Runs all jobs of this kind now, held or not. */
  run(kind: JobKind): void {
    this.runAll((job) => job.kind === kind)
    this.arm()
  }

  /** Runs every settlement now, whenever it is due. Returns whether there was any. */
  settle(): boolean {
    const done = this.runAll((job) => SETTLEMENTS.has(job.kind))
    this.arm()
    return done > 0
  }

  /** Sets the timer for the next job. Call it after every change. */
  arm(): void {
    clearTimeout(this.timer)
    if (this.clock.isFrozen || !this.handlers) return
    const next = this.store
      .all('sandbox.job')
      .filter(({ kind }) => !this.held.has(kind))
      .reduce((earliest, job) => Math.min(earliest, job.due), Infinity)
    if (next === Infinity) return
    const wait = Math.min(Math.max(next - this.clock.milliseconds(), 0), LONGEST_TIMER)
    this.timer = setTimeout(() => this.runLater(), wait)
    this.timer.unref()
  }

  /** Retries later: on a full disk no job runs. */
  private runLater(): void {
    try {
      this.runDue()
    } catch (error) {
      console.error(JSON.stringify({ level: 'error', message: 'sandbox job', reason: String(error) }))
      this.timer = setTimeout(() => this.runLater(), RETRY_MS)
      this.timer.unref()
    }
  }

  close(): void {
    clearTimeout(this.timer)
    this.handlers = undefined
  }

  private runAll(isWanted: (job: { kind: JobKind; due: number }) => boolean): number {
    const handlers = this.handlers
    if (this.running || !handlers) return 0
    this.running = true
    let done = 0
    try {
      for (;;) {
        const job = this.store
          .all('sandbox.job')
          .filter(isWanted)
          .sort((a, b) => a.due - b.due)[0]
        if (!job) break
        this.clock.during(Math.min(job.due, this.clock.milliseconds()), () =>
          this.store.transaction(() => {
            this.store.remove('sandbox.job', job.id)
            handlers[job.kind](job.ref)
          }),
        )
        done++
      }
    } finally {
      this.running = false
    }
    if (done > 0) this.onChange()
    return done
  }
}
