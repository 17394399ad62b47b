import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { linkAction, linkLoader } from './link-action.server'
import { LinkRequest } from './link-request'

export const meta: MetaFunction = () => [{ title: t('Magic Link Sign In') }]

export const loader = linkLoader

export const action = linkAction('magic')

export default function MagicLinkDialog() {
  const asked = useLoaderData<typeof loader>()
  return (
    <LinkRequest
      title={t('Magic Link Sign In')}
      submit={t('Generate Magic Link')}
      generated={t('Magic Link Generated')}
      about={t("We'll email you a link that signs you in without a password.")}
      {...asked}
    />
  )
}
