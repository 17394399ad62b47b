import { setImmediate } from 'node:timers/promises'

/** Answers other requests between the parts of some work, each of which ends with a `yield`. */
export async function inParts<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const part = work.next()
    if (part.done) return part.value
    await setImmediate()
  }
}
