import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { linkAction, linkLoader } from './link-action.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: t('Reset Your Password') }]

export const loader = linkLoader

export const action = linkAction('reset')

export default function ForgotPasswordDialog() {
  const asked = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      title={t('Reset Your Password')}
      submit={t('Send Reset Link')}
      generated={t('Password Reset Link Generated')}
      about={t("We'll email you a link to reset your password.")}
      {...asked}
    />
  )
}
