import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { answerLinkDialog } from '~/web/link-dialog.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: 'Magic Link Sign In' }]

export const loader = ({ request }: LoaderFunctionArgs) => ({
  email: new URL(request.url).searchParams.get('email') ?? '',
})

export const action = (args: ActionFunctionArgs) => answerLinkDialog('magic', args)

export default function MagicLinkDialog() {
  const { email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <LinkRequest
      title="Magic Link Sign In"
      submit="Generate Magic Link"
      generated="Magic Link Generated"
      about="We email you a link that signs you in without a password."
      email={email}
      lastResult={answer?.lastResult}
      unavailable={answer?.unavailable}
    />
  )
}
