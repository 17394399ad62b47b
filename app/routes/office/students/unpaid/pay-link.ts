import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { monthOfDay, parseMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { mailPayLink } from '~/services/mail/pay-link-mail.server'
import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const UNPAID = paths.students({ status: 'unpaid' })

export const loader = () => redirect(UNPAID)

/** Asks a family to pay for a month, from the list with the button. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({ month: z.string(), back: z.string().optional() }),
  failed: 'The link wasn’t sent',
  refusedTo: ({ form }) => safeRedirect(form.get('back'), UNPAID),
  async run({ viewer, value: { month, back }, params: { id = '' } }) {
    const to = await mailPayLink(viewer.id, id, parseMonth(month) ?? monthOfDay(today()))
    return { to: safeRedirect(back, UNPAID), title: 'Payment link sent', description: `Emailed to ${to}.` }
  },
})
