import { invalidRequest } from './errors'

/** The client secret that a publishable key must show. */
export function requireClientSecret(
  object: { client_secret: string | null },
  given: string | undefined,
  publishable: boolean,
): void {
  if (publishable && (!given || given !== object.client_secret)) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the intent.',
      'client_secret',
      'resource_missing',
    )
  }
}
