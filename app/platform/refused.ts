/** A refusal by a rule of the school: shown beside the field or in a toast, answered by the API as `{"message"}`. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly field?: string,
    readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 429 | 500 | 503 = 400,
  ) {
    super(message)
    this.name = 'Refused'
  }
}

/** A refusal for several reasons, each of which is told. */
export class RefusedList extends Refused {
  constructor(
    readonly reasons: readonly string[],
    /** What to do about it. */
    readonly advice: string,
    field?: string,
    status: Refused['status'] = 409,
  ) {
    const [only] = reasons
    const said = only && reasons.length === 1 && !advice ? only : [...reasons.map((one) => `${one}.`), advice].join(' ')
    super(said.trim(), field, status)
  }
}

/** Somebody else has changed the same thing meanwhile. `version` is the present state. */
export class Outdated extends Refused {
  constructor(
    message: string,
    readonly version: string,
    field?: string,
  ) {
    super(message, field, 409)
    this.name = 'Outdated'
  }
}

/** Too much is asked for at once. It passes by itself. */
export class Busy extends Refused {
  /** Seconds. */
  readonly retryAfter = 5
  constructor() {
    super('A lot is going on right now. Please try again in a moment.', undefined, 503)
  }
}

/** Somebody else's row and none at all look the same from outside. */
export const notFound = (message = 'Not found') => new Refused(message, undefined, 404)
