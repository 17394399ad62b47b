import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { reconcileNow } from '~/models/money/reconcile/reconcile.server'
import { monthKey, parseMonth } from '~/models/vocabulary/month'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const loader = () => redirect(paths.payments())

/** Returns the screen with the button: a month's end, or the payments. */
const screenOf = (month: FormDataEntryValue | null) => {
  const asked = parseMonth(typeof month === 'string' ? month : null)
  return asked ? paths.monthEnd({ month: monthKey(asked) }) : paths.payments()
}

/** A slow provider, or a school with many open payments, can take longer than anyone waits for a page. */
const PATIENCE_MS = 2_500

/** The office's button that asks the provider now, instead of within a quarter of an hour. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({}),
  failed: 'Error',
  refusedTo: ({ form }) => screenOf(form.get('month')),
  async run({ viewer, form }) {
    const to = screenOf(form.get('month'))
    const outcome = await within(PATIENCE_MS, translateProviderErrors(reconcileNow, 'look'))
    if (!outcome) return { to, type: 'info', title: 'Still syncing', description: GOES_ON }
    const { checked, failed } = outcome
    await audit(prisma, {
      actorId: viewer.id,
      action: 'payments.reconcile',
      entity: 'payments',
      entityId: 'all',
      detail: { checked, failed },
    })
    const issues = await openIssues()
    return {
      to,
      type: failed ? 'error' : issues.length ? 'info' : 'success',
      title: 'Payments synced',
      description: outcomeOf(checked, failed, issues.length),
    }
  },
})

const GOES_ON = 'This may take a minute. You can leave this page.'

/** Returns the result of some work, or null if it takes longer; then only the log hears how it ends. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      work.catch((error) => logError(error, { job: 'reconcile-payments' }))
      resolve(null)
    }, ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function outcomeOf(checked: number, failed: number, issues: number): string {
  if (failed) return `${failed} of ${checked} couldn’t be synced. We’ll try again within 15 minutes.`
  if (issues) return `${issues === 1 ? 'One payment needs' : `${issues} payments need`} attention. See Payments.`
  return `Up to date. ${checked} ${checked === 1 ? 'payment' : 'payments'} checked.`
}
