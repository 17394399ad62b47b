const MAX_KEPT = 2_000

/** Reads what the server prints, and collects what is wrong with it. */
export class LogLines {
  readonly problems: string[] = []
  count = 0
  errors = 0
  readonly #secrets: Iterable<string>
  readonly #reasons = new Map<string, string>()
  #ready = false

  /** @param secrets may grow while lines are read. */
  constructor(secrets: Iterable<string>) {
    this.#secrets = secrets
  }

  /**
   * Checks a line, which must be JSON. Before the server is ready it may print to the operator in plain words what is
   * missing, and the demo may greet; nothing else may.
   */
  read(line: string): void {
    if (line === '' || /^ {2}Stirrup is open at http:\/\/[\w.:]+$/.test(line)) return
    this.count++
    const entry = entryOf(line)
    if (entry) this.#keep(entry)
    else if (this.#ready) this.problems.push(`a line of the log is no JSON: ${line.slice(0, 300)}`)
    for (const secret of this.#secrets) {
      if (secret.length >= 8 && line.includes(secret))
        this.problems.push(`a secret is in the log: ${line.slice(0, 300)}`)
    }
  }

  /** Returns the logged reason of a request that failed. */
  reasonOf(requestId: string | undefined): string | undefined {
    return requestId === undefined ? undefined : this.#reasons.get(requestId)
  }

  #keep({ message, level, requestId, stack, reason }: Record<string, unknown>): void {
    if (message === 'ready') this.#ready = true
    if (level !== 'error') return
    this.errors++
    if (typeof requestId !== 'string') return
    this.#reasons.set(requestId, String(stack ?? reason ?? message))
    for (const [oldest] of this.#reasons) {
      if (this.#reasons.size <= MAX_KEPT) break
      this.#reasons.delete(oldest)
    }
  }
}

function entryOf(line: string): Record<string, unknown> | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry ? (entry as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
