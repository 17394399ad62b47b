import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { openPaymentPortal } from './open-payment-portal.server'

export const loader = () => redirect(paths.profile())

/** Opens the payment provider's own page. */
export const action = formAction({
  guard: requireViewer,
  schema: z.object({ from: z.literal('setup').optional() }),
  refusedTo: () => paths.profile(),
  run: ({ viewer, value }) =>
    value.from === 'setup'
      ? openPaymentPortal(viewer, paths.profile({ step: 2 }), t('Failed to open payment setup portal'))
      : openPaymentPortal(viewer, paths.profile(), t('Failed to open Stripe portal')),
})
