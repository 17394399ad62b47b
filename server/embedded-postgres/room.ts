import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MB = 2 ** 20
/** A segment of the write-ahead log is 16 MB, and coming up after a crash may begin a new one. */
const SPARE = 18 * MB
/** Below it nothing new is taken. */
const LEAST = 4 * MB
/** Beyond the spare room, so that the two states do not alternate. */
const ENOUGH = 8 * MB

/** Bytes that this user may still write in a folder. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Watches the disk of a data folder and keeps a file there that can be given up, so that the database can come up and be read
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

  /** True from the moment the disk is nearly full until there is room for some time. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Before anything is written: a disk that is full gets the spare room back. */
  prepare(): void {
    if (existsSync(this.#folder) && freeBytes(this.#folder) < LEAST) this.giveUpSpare()
  }

  /** Looks at the disk. Returns whether the state has changed. */
  look(): boolean {
    const free = freeBytes(this.#folder)
    const was = this.#isFull
    const needed = this.#hasSpare() ? 0 : SPARE
    this.#isFull = free < (was ? needed + ENOUGH : LEAST)
    if (!this.#isFull && free >= needed + ENOUGH) this.#takeSpare()
    return was !== this.#isFull
  }

  /** The database died of the full disk: gives the spare room up for its next start. */
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
