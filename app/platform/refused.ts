import { t } from '#text'

/**
 * Why the school, or the server, refuses: its status, and what it means to a program that calls the API. A sentence is for people and
 * may change; a code stays.
 */
const REFUSALS = {
  // What was sent.
  invalid: [400, 'An input is missing or not valid; `field` names it.'],
  date_out_of_range: [400, 'A day is too early or too late.'],
  amount_out_of_range: [400, 'An amount is too small or too large.'],
  items_conflict: [400, 'These items can’t be bought together, or not this way.'],
  not_for_sale: [400, 'An item is no longer sold.'],
  single_date_lesson: [400, 'The lesson takes place on one date, so nothing can be done for every week.'],
  file_unreadable: [400, 'The file is empty, too large, or not of a kind that can be read.'],
  email_required: [400, 'A person who pays needs an email.'],
  under_13: [400, 'A child under 13 has no sign-in.'],
  consent_required: [400, 'A parent has to agree first.'],
  number_refused: [400, 'The phone number can’t get texts, or opted out.'],
  link_invalid: [400, 'A mailed link has expired, or was used or replaced.'],
  password_weak: [400, 'The new password is too short or easily guessed.'],
  password_wrong: [400, 'The current password is wrong.'],
  code_wrong: [400, 'A code of a second step or a text is wrong.'],
  passkey_refused: [400, 'The passkey was not accepted.'],
  second_step_off: [400, 'The second step has to be on first.'],
  registration_refused: [400, 'No account can be made this way; why is not revealed.'],
  // Who asks.
  not_signed_in: [401, 'Nobody is signed in.'],
  sign_in_refused: [401, 'Email or password is wrong, or the account can’t sign in.'],
  code_required: [401, 'The password is right; the code of the second step is still missing.'],
  forbidden: [403, 'The account may not do this, or the request came from another site.'],
  second_step_required: [403, 'The account has to set up its second step on a screen first.'],
  sign_in_again: [403, 'This requires a sign-in of the last ten minutes.'],
  not_found: [404, 'It isn’t there, or is someone else’s.'],
  method_not_allowed: [405, 'The address has no such method; `Allow` lists those it has.'],
  too_large: [413, 'The request is too large.'],
  not_json: [415, 'The body is not JSON.'],
  // What is there.
  outdated: [409, 'Someone changed it since it was read. Read it again.'],
  under_way: [409, 'Another change of it is still running. Try again.'],
  already_done: [409, 'It was done already.'],
  nothing_to_do: [409, 'Nothing is there that this could be done to.'],
  duplicate: [409, 'The same is there already.'],
  email_taken: [409, 'Another account has this email.'],
  account_closed: [409, 'The account is blocked, merged, removed, or erased.'],
  guardian_decides: [409, 'The account’s parent or guardian does this.'],
  not_a_guardian: [409, 'This person can’t be the guardian of that rider.'],
  own_account: [409, 'An administrator can’t do this to their own account.'],
  in_use: [409, 'It is still used or booked.'],
  in_the_way: [409, 'Other records or payments prevent it; the message names them.'],
  limit_reached: [409, 'The most that one may have is reached.'],
  ask_office: [409, 'Only the office can do this.'],
  confirm_again: [409, 'It takes one more word: send it again with `field` set, as the message says.'],
  set_by_server: [409, 'The server’s configuration decides this.'],
  email_not_set_up: [409, 'The school sends no email yet.'],
  email_not_sent: [409, 'The mail server did not accept the email.'],
  // Lessons.
  lesson_canceled: [409, 'The lesson is canceled or moved.'],
  lesson_started: [409, 'The lesson has started.'],
  lesson_full: [409, 'No place is free. The office may go beyond it with `field` set.'],
  level_mismatch: [409, 'The lesson is for another level.'],
  level_missing: [409, 'The lesson is for a level, and the rider has none yet.'],
  already_rides: [409, 'The rider or the horse is in a lesson at that time.'],
  type_not_covered: [409, 'What the rider has doesn’t cover this type of ride.'],
  nothing_left: [409, 'Nothing is left to book or pay this with.'],
  ride_recorded: [409, 'A ride has attendance. Set it back first.'],
  ride_called_off: [409, 'The ride is canceled.'],
  horse_unavailable: [409, 'The horse is resting, or has other work.'],
  horse_limit: [409, 'The horse would go over its limit. The office may do so with a reason.'],
  makeup_closed: [409, 'The makeup is booked, used, expired, or withdrawn.'],
  offer_closed: [409, 'The offered place is taken, declined, expired, or withdrawn.'],
  waiver_missing: [409, 'A waiver has to be signed first.'],
  // Money.
  already_paid: [409, 'It is paid, or the payment is on its way.'],
  already_subscribed: [409, 'The rider has a subscription.'],
  order_waits: [409, 'The same was asked for and waits to be paid.'],
  order_closed: [409, 'The order’s month is over, or its rider is no longer there.'],
  paid_at_school: [409, 'The order is paid at the school, not online.'],
  price_changed: [409, 'The total is another one now. Show it and ask again.'],
  method_changed: [409, 'Another payment method would pay. Show it and ask again.'],
  method_gone: [409, 'The payment method is no longer saved.'],
  bank_refused: [409, 'The family’s bank payments came back. Pay by card.'],
  first_payment_due: [409, 'The subscription’s first payment is not made.'],
  subscription_ending: [409, 'The subscription is canceled. Keep it first.'],
  not_refundable: [409, 'The payment can’t be refunded or granted.'],
  needs_review: [409, 'The payment could not be matched. The office looks into it.'],
  provider_refused: [409, 'The payment provider refused; the message says why.'],
  code_expired: [410, 'The code has expired. Ask for a new one.'],
  start_over: [410, 'The purchase or subscription has ended and can’t go on. Start over.'],
  // Later, or never.
  too_many_tries: [429, 'Too often; `Retry-After` says in how many seconds it is possible again.'],
  fault: [500, 'A fault of the server.'],
  busy: [503, 'Too much is going on. Try again in a moment.'],
  unavailable: [503, 'The database can’t be reached, or takes nothing new.'],
  provider_unavailable: [503, 'The payment provider gave no answer. It may have acted, so send the same again later.'],
  not_set_up: [503, 'The school has not set this up.'],
} as const

export type RefusalCode = keyof typeof REFUSALS
type RefusalStatus = (typeof REFUSALS)[RefusalCode][0]

export const REFUSAL_CODES = Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]

export const statusOf = (code: RefusalCode): RefusalStatus => REFUSALS[code][0]

/** What a code means, for the description of the API. */
export const meaningOf = (code: RefusalCode): string => REFUSALS[code][1]

/**
 * A refusal by a rule of the school: shown beside the field or in a toast, answered by the API as `{"code","message","field"}`. Its code
 * decides its status; nothing reads its message but people.
 */
export class Refused extends Error {
  readonly status: RefusalStatus
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly field?: string,
  ) {
    super(message)
    this.name = 'Refused'
    this.status = statusOf(code)
  }
}

/** True for a refusal with this code. */
export const isRefusal = (error: unknown, code: RefusalCode): error is Refused =>
  error instanceof Refused && error.code === code

/** A refusal for several reasons, each of which is told. */
export class RefusedList extends Refused {
  constructor(
    code: RefusalCode,
    readonly reasons: readonly string[],
    /** What to do about it. */
    readonly advice: string,
    field?: string,
  ) {
    const [only] = reasons
    const said = only && reasons.length === 1 && !advice ? only : [...reasons.map((one) => `${one}.`), advice].join(' ')
    super(code, said.trim(), field)
  }
}

/** A refusal that a ticked box confirms: it sends `value`, which says what was asked about. */
export class Asked extends Refused {
  constructor(
    code: RefusalCode,
    message: string,
    field: string,
    readonly value: string,
  ) {
    super(code, message, field)
  }
}

/** Someone else has changed the same thing. `version` is the present state, from which the same form can be sent again. */
export class Outdated extends Refused {
  constructor(
    message: string,
    readonly version?: string,
  ) {
    super('outdated', message)
  }
}

/** The server is too busy. Trying again later works. */
export class Busy extends Refused {
  /** Seconds. */
  readonly retryAfter = 5
  constructor() {
    super('busy', t('A lot is going on right now. Please try again in a moment.'))
  }
}

/** Someone else's row and none at all look the same from outside. */
export const notFound = (message = 'Not found') => new Refused('not_found', message)
