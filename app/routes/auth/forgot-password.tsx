import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerLinkDialog } from '~/web/link-dialog.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: 'Reset Your Password' }]

export const loader = ({ request }: LoaderFunctionArgs) => ({
  email: new URL(request.url).searchParams.get('email') ?? '',
})

export const action = (args: ActionFunctionArgs) => answerLinkDialog('reset', args)

export default function ForgotPasswordDialog() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <LinkRequest
      title="Reset Your Password"
      submit="Send Reset Link"
      generated="Password Reset Link Generated"
      about="We email you a link with which you set a new password."
      email={email}
      lastResult={answer?.lastResult}
      unavailable={answer?.unavailable}
    />
  )
}
