import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'

interface ErrorDetails {
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
}

/** An error as Stripe answers it (docs.stripe.com/api/errors). */
export class ApiError extends Error {
  readonly body: { error: ErrorDetails & { type: ErrorType; message: string } }

  /** @param keepsChanges a decline is an answer, not an accident: what the attempt changed stays. */
  constructor(
    readonly status: number,
    type: ErrorType,
    message: string,
    details: ErrorDetails = {},
    readonly keepsChanges = false,
  ) {
    super(message)
    this.body = { error: { type, message, ...details } }
  }
}

/** 400: the request cannot be carried out as it stands. */
export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, 'invalid_request_error', message, { ...(param && { param }), ...(code && { code }) })
}

/** 400: a parameter that the call needs is not there. */
export function missingParam(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** No object has this id: 404 for the one in the path, 400 for one that a parameter names. */
export function noSuch(name: string, id: string, param = 'id'): ApiError {
  return new ApiError(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${name}: '${id}'`, {
    code: 'resource_missing',
    param,
  })
}

/** 402: the card was refused before any intent was touched. */
export function cardError(message: string, details: ErrorDetails): ApiError {
  return new ApiError(402, 'card_error', message, details)
}

/** 402: a payment or setup attempt failed; the intent and the charge remember it. */
export function declined(error: Stripe.PaymentIntent.LastPaymentError, details: ErrorDetails): ApiError {
  const { type: _, payment_method, message, ...rest } = error
  return new ApiError(
    402,
    'card_error',
    message ?? 'Your card was declined.',
    { ...rest, payment_method, doc_url: 'https://docs.stripe.com/error-codes', ...details } as ErrorDetails,
    true,
  )
}

/** Whether an error is a declined attempt, whose traces stay. */
export function isDecline(error: unknown): error is ApiError {
  return error instanceof ApiError && error.keepsChanges
}
