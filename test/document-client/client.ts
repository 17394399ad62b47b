import { Visitor } from '../visitor'

/** An unsuccessful answer, as a client of the document sees it: `401: {"code":"not_signed_in","message":"Unauthorized"}`. */
export class CallFailed extends Error {
  constructor(
    readonly status: number,
    // biome-ignore lint/suspicious/noExplicitAny: as `Response.json()` has it
    readonly body: any,
  ) {
    super(`${status}: ${typeof body === 'string' ? body : JSON.stringify(body)}`)
  }
}

/** Makes calls as section 7 of the document says: with cookies, and with a JSON body only if there is one. */
export async function ask(visitor: Visitor, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ')
  const { status, body: answer } = await visitor.sendApi(path, {
    method,
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (status < 200 || status > 399) throw new CallFailed(status, answer)
  return answer
}

/** Returns the failure of a call. @throws Error if it succeeds. */
export async function refusal(visitor: Visitor, call: string, body?: unknown): Promise<CallFailed> {
  try {
    await ask(visitor, call, body)
  } catch (error) {
    if (error instanceof CallFailed) return error
    throw error
  }
  throw new Error(`${call} was not refused`)
}

export const nobody = () => new Visitor()
