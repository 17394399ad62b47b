/**
 * A rule of the school refuses the request. Screens show the message beside the field or in a toast, the API answers it
 * as `{"message"}` with the status.
 */
export class Refused extends Error {
  constructor(
    message: string,
    /** The input at fault, if there is one. */
    readonly field?: string,
    readonly status: 400 | 404 | 409 | 429 | 500 | 503 = 400,
  ) {
    super(message)
    this.name = 'Refused'
  }
}

/** A change of something that somebody else has changed meanwhile. The message says how; `version` is what is there now. */
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

/** Somebody else's row and none at all look the same from outside. */
export const notFound = (message = 'Not found') => new Refused(message, undefined, 404)
