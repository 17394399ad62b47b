import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { magicLoginSchema, resetFormSchema } from '~/models/accounts/auth-token.schema'
import { MAGIC_LINK_REFUSED, redeemMagicLink, resetPassword } from '~/models/accounts/auth-token.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { paths } from '~/utils/paths'
import { refusalOf } from '~/web/refusal.server'
import { startSession } from '~/web/session.server'
import { afterSignIn, forgetSignInTries } from '~/web/sign-in.server'
import { redirectWithToast } from '~/web/toast.server'

/** Signs in by a magic link: an admin goes to /admin and anyone else to /; on failure the normal form returns. */
export async function magicLogin(request: Request, form: FormData, ip: string) {
  const refuse = (description: string) =>
    redirectWithToast(paths.auth(), { type: 'error', title: 'Magic Link Error', description })
  const parsed = magicLoginSchema.safeParse({ token: form.get('token') })
  if (!parsed.success) return refuse(MAGIC_LINK_REFUSED)
  const wait = await countTokenTry(ip)
  if (wait) return refuse(tooManyTries(wait))
  try {
    const user = await redeemMagicLink(parsed.data.token)
    const headers = { 'Set-Cookie': await startSession(request, user.id) }
    // Named, because somebody else's link would sign in somebody else.
    const description = `You are signed in as ${user.email}.`
    return await redirectWithToast(
      afterSignIn(user, null),
      { type: 'success', title: 'Welcome back!', description },
      { headers },
    )
  } catch (error) {
    return refuse(refusalOf(error).message)
  }
}

/** Sets a new password by a reset link, then the normal form returns. */
export async function resetByLink(form: FormData, ip: string) {
  const submission = parseWithZod(form, { schema: resetFormSchema })
  const again = (status: number, formErrors?: string[]) =>
    data(submission.reply({ hideFields: ['newPassword', 'confirmPassword', 'token'], formErrors }), { status })
  if (submission.status !== 'success') return again(400)
  const wait = await countTokenTry(ip)
  if (wait) return again(429, [tooManyTries(wait)])
  try {
    await forgetSignInTries(await resetPassword(submission.value.token, submission.value.newPassword))
    const description = 'Sign in with your new password. Every device has been signed out.'
    return await redirectWithToast(paths.auth(), { type: 'success', title: 'Password Reset Successful!', description })
  } catch (error) {
    const { status, message } = refusalOf(error, 'Failed to reset password.')
    return again(status, [message])
  }
}
