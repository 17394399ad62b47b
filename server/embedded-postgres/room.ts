import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MB = 2 ** 20
/** Bytes kept in reserve. A segment of the write-ahead log is 16 MB, and recovery after a crash may begin a new one. */
const SPARE = 18 * MB
/** Free bytes below which the database becomes read-only. */
const LEAST = 4 * MB
/** Free bytes, beyond the reserve, at which it becomes writable again: more than `LEAST`, so that it does not switch back and forth. */
const ENOUGH = 8 * MB

/** Returns the bytes that this user may still write in a folder. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Watches the disk of a data folder and keeps a reserve file there. Deleting it lets the database start and be read
 * even on a full disk.
 */
export class Room {
  readonly #folder: string
  readonly #file: string
  #isFull = false

  constructor(folder: string) {
    this.#folder = folder
    this.#file = path.join(folder, 'spare')
  }

  /** True from the moment the disk is nearly full until there is enough space again. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Frees the reserve before a start on a full disk. */
  prepare(): void {
    if (existsSync(this.#folder) && freeBytes(this.#folder) < LEAST) this.giveUpSpare()
  }

  /** Checks the disk. Returns whether the state has changed. */
  look(): boolean {
    const free = freeBytes(this.#folder)
    const was = this.#isFull
    const needed = this.#hasSpare() ? 0 : SPARE
    this.#isFull = free < (was ? needed + ENOUGH : LEAST)
    if (!this.#isFull && free >= needed + ENOUGH) this.#takeSpare()
    return was !== this.#isFull
  }

  /** Frees the reserve after the database died of a full disk, for its next start. */
  giveUpSpare(): void {
    this.#isFull = true
    rmSync(this.#file, { force: true })
  }

  #hasSpare() {
    return (statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) === SPARE
  }

  #takeSpare() {
    if (this.#hasSpare()) return
    try {
      writeFileSync(this.#file, Buffer.alloc(SPARE))
    } catch {
      rmSync(this.#file, { force: true })
    }
  }
}
