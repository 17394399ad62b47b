import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import type { Params } from '@remix-run/react'
import type { z } from 'zod'
import { t } from '#text'
import type { Viewer } from '~/models/vocabulary/user'
import { Asked, Outdated, Refused, RefusedList } from '~/platform/refused'
import { recordUnsaved } from '~/platform/request-memo.server'
import { Unavailable, unavailable } from '~/platform/unavailable.server'
import { pathOf } from '~/utils/paths'
import { besideField } from '~/utils/plain-words'
import type { Toast } from '~/utils/toast'
import { confirmForm, takeSaid } from './confirm/confirm.server'
import { csrfForm } from './csrf.server'
import { refusalOf, retryAfter, toWaiver } from './refusal.server'
import { clientIp } from './sign-in-limits.server'
import { redirectWithToast } from './toast.server'

/** Where a form leads once its work is done, and the toast there. */
export interface Done extends Omit<Toast, 'id' | 'type'> {
  to: string
  type?: Toast['type']
  headers?: HeadersInit
}

/** The state in which a refused form is shown again; read by `useAnswer`. */
interface FormAnswer {
  lastResult: SubmissionResult<string[]>
  /** The heading above the errors of the whole form. */
  title?: string
  /** The present version, if someone else changed the row: the next try is compared with it. */
  version?: string
  /** What a box confirms that the refusal asks for. */
  asked?: string
  /** The version of a form that was refused for another reason: it is still what the typed values were changed from. */
  sent?: string
}

export interface Sent<Guarded = Viewer> {
  viewer: Guarded
  form: FormData
  request: Request
  params: Params
  /** The query of the form's address. */
  query: URLSearchParams
  /** What the form was filled in from, opaque to it; undefined if it carries no version. */
  version: string | undefined
  context: ActionFunctionArgs['context']
}

interface FormActionOptions<Schema extends z.ZodType, Guarded> {
  /** Checks who may send the form. */
  guard: (request: Request) => Promise<Guarded> | Guarded
  schema: Schema | ((sent: Sent<Guarded>) => Schema | Promise<Schema>)
  /** Whether the form requires the password again, once in ten minutes of a session. */
  confirms?: boolean | ((sent: Sent<Guarded> & { value: z.output<Schema> }) => boolean)
  /** Does the work. Its result becomes a redirect with a toast; a Response is answered as is. */
  run: (sent: Sent<Guarded> & { value: z.output<Schema> }) => Promise<Done | Response>
  /** The heading above a refusal; may depend on the button that was pressed. */
  failed?: string | ((intent: string, form: FormData) => string | undefined)
  /** The message of an unexpected error; may depend on the button too. */
  fault?: string | ((intent: string) => string | undefined)
  /** Fields that are not sent back, such as passwords. */
  hide?: string[]
  /** Fields that appear in the form only after a refusal requires them. */
  asks?: string[]
  /** Returns where a refusal is shown as a toast, for a form whose screen cannot show it. Undefined shows it in the form. */
  refusedTo?: (sent: Sent<Guarded>, refused: Refused) => string | undefined
}

/**
 * Builds the action of a form: guard, form token, schema, password if required, work, toast. A form that is invalid
 * (400) or refused (with the refusal's status) is shown again as filled in, each message beside its field.
 */
export function formAction<Schema extends z.ZodType, Guarded = Viewer>(options: FormActionOptions<Schema, Guarded>) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const viewer = await keepingForm(request, () => options.guard(request))
    const form = await csrfForm(request)
    const said = takeSaid(form)
    const query = new URL(request.url).searchParams
    const version = form.has('version') ? String(form.get('version')) : undefined
    const sent = { viewer, form, request, params, query, context, version }
    const schema = typeof options.schema === 'function' ? await options.schema(sent) : options.schema
    const submission = parseWithZod(form, { schema, error: besideField })
    try {
      if (submission.status !== 'success') throw new InvalidForm(submission.error)
      const checked = { ...sent, value: submission.value }
      const confirms = typeof options.confirms === 'function' ? options.confirms(checked) : options.confirms
      if (confirms) await confirmForm({ request, form, said, source: clientIp(context) })
      const done = await options.run(checked)
      if (done instanceof Response) return done
      const { to, type = 'success', headers, ...toast } = done
      return await redirectWithToast(to, { type, ...toast }, { headers })
    } catch (error) {
      const first = toWaiver(error, pathOf(request))
      if (first) return first
      const intent = String(form.get('intent'))
      const refused = refusalOf(error, typeof options.fault === 'function' ? options.fault(intent) : options.fault)
      const title = typeof options.failed === 'function' ? options.failed(intent, form) : options.failed
      const { field = '', message } = refused
      const messages =
        refused instanceof RefusedList && refused.reasons.length > 1
          ? [...refused.reasons.map((one) => `${one}.`), refused.advice]
          : [message]
      const to = options.refusedTo?.(sent, refused)
      if (to) {
        return redirectWithToast(to, { type: 'error', title: title ?? message, description: title && message })
      }
      // A message for a field that the form does not have would not be shown.
      const shows = form.has(field) || options.asks?.includes(field)
      const refusal = shows ? { fieldErrors: { [field]: messages } } : { formErrors: messages }
      const errors = refused instanceof InvalidForm ? {} : refusal
      const lastResult = submission.reply({ ...errors, hideFields: options.hide })
      const next = refused instanceof Outdated ? { version: refused.version } : { sent: version }
      const asked = refused instanceof Asked && { asked: refused.value }
      if (refused instanceof Unavailable) recordUnsaved(form)
      // 401 tells programs how to sign in; here the form itself signs in.
      const status = refused.status === 401 ? 400 : refused.status
      return data<FormAnswer>({ lastResult, title, ...next, ...asked }, { status, headers: retryAfter(refused) })
    }
  }
}

type Command<Answer> = (args: ActionFunctionArgs) => Promise<Answer>

/**
 * Builds the action of a screen whose buttons are commands of their own, by the `intent` of the pressed one. Any other form is the
 * first command’s, whose schema refuses it.
 */
export const byIntent =
  <Answer>(commands: Readonly<Record<string, Command<Answer>>>): Command<Answer> =>
  async (args) => {
    const form = await args.request
      .clone()
      .formData()
      .catch(() => null)
    const intent = String(form?.get('intent'))
    const [first] = Object.keys(commands)
    return commands[Object.hasOwn(commands, intent) ? intent : first!]!(args)
  }

/** Runs a guard. If the database is away, the error page offers to send the form again. */
async function keepingForm<T>(request: Request, guard: () => Promise<T> | T): Promise<T> {
  try {
    return await guard()
  } catch (error) {
    if (unavailable(error)) recordUnsaved(await csrfForm(request))
    throw error
  }
}

/** A form that its schema rejects. As a refusal it has the first message; in the form each message is beside its field. */
class InvalidForm extends Refused {
  constructor(errors: Record<string, string[] | null> | null | undefined) {
    super('invalid', Object.values(errors ?? {}).flatMap((messages) => messages ?? [])[0] ?? t('The form is not valid'))
  }
}
