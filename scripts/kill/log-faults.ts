/** Collects unexpected errors in the servers' logs. */
export class LogFaults {
  readonly #counts = new Map<string, number>()

  read(line: string): void {
    if (!line.startsWith('{')) {
      if (line.trim()) this.#add(`no JSON: ${line.slice(0, 200)}`)
      return
    }
    const { level, message, reason } = JSON.parse(line)
    if (level === 'error') this.#add(String(message).trim().split('\n').at(-1)?.slice(0, 160) + why(reason))
  }

  #add(what: string) {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  /** Returns the errors since the last time, and forgets them. */
  take(): [what: string, count: number][] {
    const { list } = this
    this.#counts.clear()
    return list
  }

  /** The errors, most frequent first. */
  get list(): [what: string, count: number][] {
    return [...this.#counts].sort((a, b) => b[1] - a[1])
  }
}

/** Returns the decisive line of an error: above a stack, and below Prisma's invocation. */
function why(reason: unknown): string {
  const lines = String(reason ?? '').split('\n')
  const said = lines.filter((line) => line.trim() && !/^\s+at |^Invalid .* invocation/.test(line)).at(-1)
  return said ? ` (${said.trim().slice(0, 160)})` : ''
}
