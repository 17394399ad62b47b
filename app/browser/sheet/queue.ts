import { decided, type Shown, tapped, type Unsent } from '~/models/unsent/unsent'
import type { Sending } from './bar'
import { idOf, type Row } from './rows'
import { allOf, change } from './store'
import { isReady, sendAll } from './sync'

const stamp = () => ({ key: crypto.randomUUID(), at: new Date().toISOString() })

/** What a user has changed on this device and the school does not know yet. */
export class Queue {
  kept: Unsent[] = []
  state: Sending = 'waiting'
  /** Whether this browser lets a page store something; null until it is known. */
  canKeep: boolean | null = null

  constructor(
    private readonly userId: string,
    /** Shows what was read. */
    private readonly show: () => void,
  ) {}

  of({ ride }: Row): Unsent | undefined {
    return this.kept.find(({ id }) => id === idOf(this.userId, ride))
  }

  /** What a ride is to be: as it was changed, or as the server shows it. */
  wanted(row: Row): Shown {
    return this.of(row)?.want ?? row.shown
  }

  hasReady(): boolean {
    return this.kept.some(isReady)
  }

  async read(): Promise<void> {
    this.kept = await allOf(this.userId)
    this.canKeep = true
    // The server asks before it signs out someone with unsent changes, and shows them on the office's other screens.
    const age = this.kept.length > 0 ? 31_536_000 : 0
    // biome-ignore lint/suspicious/noDocumentCookie: not every phone has the Cookie Store API
    document.cookie = `unsent_${this.userId}=${this.kept.length}; path=/; max-age=${age}; samesite=lax`
    this.show()
  }

  async tap(row: Row, patch: Partial<Shown> & { horse?: string | null }): Promise<void> {
    const ride = { ...row.ride, id: idOf(this.userId, row.ride), userId: this.userId }
    await change(ride.id, (old) => tapped(old, { ...ride, ...stamp() }, row.shown, patch))
    if (this.state !== 'signed-out') this.state = 'waiting'
    await this.read()
    if (this.kept.length === 1) void navigator.storage?.persist?.()
  }

  async decide(one: Unsent, mine: boolean): Promise<void> {
    await change(one.id, (old) => (old?.key === one.key ? decided(old, mine, stamp()) : (old ?? null)))
    await this.read()
  }

  /** Sends everything that waits for a signal only. Returns whether the school has it now. */
  async send(call: string): Promise<boolean> {
    const sent = await sendAll(this.userId, call).catch(() => 'no-answer' as const)
    this.state = sent === 'signed-out' ? sent : 'waiting'
    await this.read()
    return sent === 'sent'
  }
}
