import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { openIssues } from '~/models/issues/payment-issue.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { reconcilePayments } from '~/services/stripe/sync/reconcile.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const loader = () => redirect(paths.payments())

/** The office's button: looks at the provider now instead of within a quarter of an hour. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({}),
  failed: 'Error',
  refusedTo: () => paths.payments(),
  async run({ viewer }) {
    const { checked, failed } = await translateProviderErrors(() => reconcilePayments(0), 'look')
    await audit(prisma, {
      actorId: viewer.id,
      action: 'payments.reconcile',
      entity: 'payments',
      entityId: 'all',
      detail: { checked, failed },
    })
    const issues = await openIssues()
    return {
      to: paths.payments(),
      type: failed || issues.length ? 'error' : 'success',
      title: 'Payments synced',
      description: outcomeOf(checked, failed, issues.length),
    }
  },
})

function outcomeOf(checked: number, failed: number, issues: number): string {
  if (failed) return `${failed} of ${checked} couldn't be checked. We'll try again within 15 minutes.`
  if (issues)
    return `${issues === 1 ? 'One payment needs' : `${issues} payments need`} attention. See the top of this page.`
  return `Up to date. ${checked} ${checked === 1 ? 'payment' : 'payments'} checked.`
}
