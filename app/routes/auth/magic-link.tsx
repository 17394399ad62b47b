import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { linkAction } from './link-action.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: 'Magic Link Sign In' }]

export const loader = ({ request }: LoaderFunctionArgs) => ({
  email: new URL(request.url).searchParams.get('email') ?? '',
})

export const action = linkAction('magic')

export default function MagicLinkDialog() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      title="Magic Link Sign In"
      submit="Generate Magic Link"
      generated="Magic Link Generated"
      about="We'll email you a link that signs you in without a password."
      email={email}
    />
  )
}
