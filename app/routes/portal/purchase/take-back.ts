import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { takeBackAsked } from '~/models/money/payments/orders/at-school.server'
import { orderParam } from '~/utils/fields'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

/** Cancels what a family requested to pay at the school. */
export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  failed: () => t('Not canceled'),
  refusedTo: () => paths.portal(),
  async run({ viewer, params }) {
    await takeBackAsked(viewer.id, orderParam(params))
    return { to: paths.portal(), title: t('Canceled') }
  },
})

export const loader = () => redirect(paths.portal())
