import { redirect } from '@remix-run/node'
import { t } from '#text'
import { openPortal } from '~/models/money/methods/payment-methods.server'
import type { Viewer } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { redirectWithToast } from '~/web/toast.server'

/** Leads to the payment provider's own page and from there to `back`; if it cannot be opened, to `back` with the reason. */
export async function openPaymentPortal(viewer: Viewer, back: string, failure: string): Promise<Response> {
  try {
    return redirect(await openPortal(viewer.id, getEnv().appUrl + back), 303)
  } catch (error) {
    if (!(error instanceof Refused)) logError(error, { userId: viewer.id })
    const reason = error instanceof Refused ? error.message : t('Please try again in a moment.')
    return redirectWithToast(back, { type: 'error', title: t('Error'), description: `${failure}. ${t(reason)}` })
  }
}
