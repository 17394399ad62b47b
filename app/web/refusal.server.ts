import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { requestId } from '~/platform/request-memo.server'

/**
 * What a form says of the error that its action caught: a refusal in its own words, and anything else as a fault of ours,
 * logged, with the number to report it by. So the form stays as it was filled in, under the title that the specification
 * gives the failure (section 8); `fault` is its text where it gives one.
 * @throws Response where the action threw an answer.
 */
export function refusalOf(error: unknown, fault = 'It is our fault, not yours.'): Refused {
  if (error instanceof Refused) return error
  if (error instanceof Response) throw error
  logError(error)
  const id = requestId()
  return new Refused(id ? `${fault} If it happens again, give us this code: ${id}` : fault, undefined, 500)
}
