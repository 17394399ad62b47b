import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { linkAction, linkLoader } from './link-action.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: 'Reset Your Password' }]

export const loader = linkLoader

export const action = linkAction('reset')

export default function ForgotPasswordDialog() {
  const asked = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      title="Reset Your Password"
      submit="Send Reset Link"
      generated="Password Reset Link Generated"
      about="We'll email you a link to reset your password."
      {...asked}
    />
  )
}
