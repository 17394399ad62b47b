import { json } from '@remix-run/node'
import type { Context } from 'hono'
import { z } from 'zod'
import { recordView } from '~/models/privacy/data-view.server'
import { isAdmin, isInstructor, type Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { notFound, Refused } from '~/platform/refused'
import { whatIsWrong } from '~/utils/plain-words'
import { apiAnswer, apiError, checkedBody, readJson } from '~/web/api.server'
import { getSignedIn } from '~/web/auth.server'
import { confirmCall } from '~/web/confirm/confirm.server'
import { clientIp } from '~/web/sign-in-limits.server'
import { inputsOf, namesIn, underKnownNames } from './known-names'
import { sentField } from './sent-field'

/** Who may make a call: everyone, a family or the office, the office alone, or an instructor. */
export type Caller = 'anyone' | 'viewer' | 'admin' | 'instructor'

/** What the HTTP server passes along with the request. */
export interface ApiEnv {
  Bindings: { ip?: string }
}

/** The checked input of a call. `headers` are sent with the answer. */
interface Asked<Params, Query, Body> {
  request: Request
  ip: string
  headers: Headers
  params: Params
  query: Query
  body: Body
}

/**
 * What a handler may return: dates instead of text for instants, and plain text for closed lists, as the database has
 * them.
 */
type Sent<Answer> = Answer extends string
  ? string | Date
  : Answer extends boolean
    ? boolean
    : Answer extends object
      ? { [Key in keyof Answer]: Sent<Answer[Key]> }
      : Answer

interface Declared<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType, Answer> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** The path below `/api`, with parameters in braces. */
  path: `/${string}`
  /** One sentence for the document. */
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** Left out if the answer has no body. */
  answer?: Answer
  /** 200 by default. */
  status?: 200 | 201 | 302
  /** JSON by default. */
  contentType?: 'text/csv'
  /** Outside demo mode the call doesn't exist. */
  demoOnly?: true
  /** The message of the 404 for parameters that can't identify a row. Without it the answer is 400. */
  missing?: string
  /** The message of a 500. */
  fault?: string
  /** The messages of 401 and 403, if they are not the usual ones. */
  denied?: { unauthorized: string; forbidden: string }
}

type Run<Given, Answer extends z.ZodType> = (
  asked: Given,
) => Promise<Sent<z.output<Answer>> | Response> | Sent<z.output<Answer>> | Response

type Guarded<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType> =
  | { for: 'anyone'; run: Run<Asked<z.output<Params>, z.output<Query>, z.output<Body>>, Answer> }
  | {
      for: 'viewer' | 'admin' | 'instructor'
      /** Returns true if the call needs a sign-in, or the password again, within the last ten minutes. */
      confirms?: (
        asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>> & { viewer: Viewer },
      ) => boolean | Promise<boolean>
      /** Returns whose data the call shows: the office's looks at a family's data are recorded. */
      shows?: (asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>) => string | undefined
      run: Run<Asked<z.output<Params>, z.output<Query>, z.output<Body>> & { viewer: Viewer }, Answer>
    }

/** A call in the table. */
export interface Call extends Declared<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType> {
  for: Caller
  /** Whether the office's looks at one family's data are recorded. */
  noted: boolean
  /** Whether it may need a sign-in from the last ten minutes. */
  mayConfirm: boolean
  /** Answers a request: checks who asks, then the input, then does the work. */
  respond(context: Context<ApiEnv>): Promise<Response>
}

/** Declares a call. The types of `run`'s input and result follow from the schemas. */
export function call<
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodNever,
>(declared: Declared<Params, Query, Body, Answer> & Guarded<Params, Query, Body, Answer>): Call {
  const { status = 200, fault } = declared
  // A client may send the row that it was answered. An account's own ID is compared below.
  const mayBeSent = [...(declared.for === 'viewer' ? ['userId'] : []), ...namesIn(declared.answer)]
  const known = new Set([declared.params, declared.query, declared.body].flatMap(inputsOf))
  const answer = async (context: Context<ApiEnv>, sent: Set<string>) => {
    const request = context.req.raw
    if (declared.demoOnly && getEnv().mode !== 'demo') throw notFound()
    const viewer = declared.for === 'anyone' ? null : await admit(request, declared.for, declared.denied)
    const headers = new Headers({ 'Cache-Control': 'no-store' })
    const [inPath, inQuery] = [context.req.param(), context.req.query()]
    const note = (given: unknown) => {
      for (const name of Object.keys(given ?? {})) sent.add(name)
    }
    note(inPath)
    note(inQuery)
    const params = checked(declared.params, inPath, declared.missing)
    const query = checked(declared.query, underKnownNames(declared.query ?? NO_QUERY, inQuery, mayBeSent))
    const received = declared.body && (await readJson(request))
    note(received)
    const named = underKnownNames(declared.body, received, mayBeSent)
    const body = declared.body && checkedBody(named, declared.body, (field) => sentField(field, sent, known))
    if (declared.for === 'viewer') refuseOthers(viewer, { ...inQuery, ...(received as object | undefined) })
    const asked = { request, headers, ip: clientIp(context.env), params, query, body } as Asked<
      z.output<Params>,
      z.output<Query>,
      z.output<Body>
    >
    if (declared.for !== 'anyone' && (await declared.confirms?.({ ...asked, viewer: viewer! })))
      await confirmCall(request)
    const result =
      declared.for === 'anyone' ? await declared.run(asked) : await declared.run({ ...asked, viewer: viewer! })
    const shown = viewer && isAdmin(viewer) && declared.for !== 'anyone' ? declared.shows?.(asked) : undefined
    if (viewer && shown) await recordView(viewer.id, shown, 'program')
    return result instanceof Response ? result : json(result, { status, headers })
  }
  const noted = declared.for !== 'anyone' && declared.shows !== undefined
  const mayConfirm = declared.for !== 'anyone' && declared.confirms !== undefined
  const respond = (context: Context<ApiEnv>) => {
    const sent = new Set<string>()
    const nameOf = (field: string) => sentField(field, sent, known)
    return apiAnswer(context.req.raw, () => answer(context, sent), { fault, nameOf })
  }
  return { ...declared, noted, mayConfirm, respond }
}

const NO_QUERY = z.object({})

/**
 * Families act for themselves: a client that names another account would believe that it acted for that one. @throws
 * Refused 404
 */
function refuseOthers(viewer: Viewer | null, { userId }: { userId?: unknown }): void {
  if (userId !== undefined && userId !== null && userId !== viewer?.id) throw notFound('User not found')
}

const USUAL = { unauthorized: 'Unauthorized', forbidden: 'Access Denied - Admin privileges required' }

/** Admits whoever may make a call. @throws Response JSON 401 or 403. */
async function admit(request: Request, caller: Exclude<Caller, 'anyone'>, denied = USUAL): Promise<Viewer> {
  const user = await getSignedIn(request)
  if (!user) throw apiError('not_signed_in', denied.unauthorized)
  if ((caller === 'instructor') !== isInstructor(user)) throw apiError('forbidden', denied.forbidden)
  if (user.secondFactor === 'demand')
    throw apiError('second_step_required', 'Set up your second step on a screen first')
  const viewer = user as Viewer
  if (caller === 'admin' && !isAdmin(viewer)) throw apiError('forbidden', denied.forbidden)
  return viewer
}

/** @throws Refused 400 naming the first invalid parameter, or 404 if `missing` is given. */
function checked(schema: z.ZodObject | undefined, given: unknown, missing?: string) {
  const result = schema?.safeParse(given, { error: (issue) => `${issue.path?.join('.')} ${whatIsWrong(issue)}` })
  if (!result || result.success) return result?.data
  if (missing) throw notFound(missing)
  const [issue] = result.error.issues
  throw new Refused('invalid', issue?.message ?? 'Not valid', issue?.path.join('.'))
}
