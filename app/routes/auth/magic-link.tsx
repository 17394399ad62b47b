import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { linkAction, linkLoader } from './link-action.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: 'Magic Link Sign In' }]

export const loader = linkLoader

export const action = linkAction('magic')

export default function MagicLinkDialog() {
  const asked = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      title="Magic Link Sign In"
      submit="Generate Magic Link"
      generated="Magic Link Generated"
      about="We'll email you a link that signs you in without a password."
      {...asked}
    />
  )
}
