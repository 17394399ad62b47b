import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { linkRequestSchema } from '~/models/accounts/auth-token.schema'
import type { LinkKind } from '~/models/accounts/auth-token.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { countLinkRequest, requestLink } from '~/services/mail/account-links.server'
import { paths } from '~/utils/paths'
import { getViewer } from './auth.server'
import { csrfForm } from './csrf.server'
import { refusalOf } from './refusal.server'
import { clientIp } from './sign-in.server'
import { redirectWithToast } from './toast.server'

const SENT: Record<LinkKind, string> = { magic: 'Magic Link Sent!', reset: 'Password Reset Link Sent!' }
const FAILED: Record<LinkKind, string> = {
  magic: 'Failed to generate magic link.',
  reset: 'Failed to send password reset link.',
}

export interface LinkDialogAnswer {
  lastResult: SubmissionResult<string[]> | null
  unavailable: { message: string; link: string | null } | null
}

/** The action of both dialogs: back to the form with a toast, or the dialog again with what is to be shown in it. */
export async function answerLinkDialog(kind: LinkKind, { request, context }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await getViewer(request)
  const submission = parseWithZod(form, { schema: linkRequestSchema })
  const again = (status: number, formErrors?: string[], headers?: HeadersInit) =>
    data<LinkDialogAnswer>({ lastResult: submission.reply({ formErrors }), unavailable: null }, { status, headers })
  if (submission.status !== 'success') return again(400)
  const { email } = submission.value
  const wait = await countLinkRequest(kind, email, clientIp(context))
  if (wait) return again(429, [tooManyTries(wait)], { 'Retry-After': String(wait) })
  try {
    const { emailSent, message, link } = await requestLink(kind, email, viewer)
    if (!emailSent) return data<LinkDialogAnswer>({ lastResult: null, unavailable: { message, link } })
    return await redirectWithToast(paths.auth(), { type: 'success', title: SENT[kind], description: message })
  } catch (error) {
    const { status, message } = refusalOf(error, FAILED[kind])
    return again(status, [message])
  }
}
