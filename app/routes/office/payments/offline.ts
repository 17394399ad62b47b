import { redirect } from '@remix-run/node'
import { yearRowSchema } from '~/models/payments/offline/offline-payment.schema'
import { setOfflineYear } from '~/models/payments/offline/offline-payment.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const gridOf = (request: Request) => `${paths.payments()}${new URL(request.url).search}`

/** Saves a student's row of the yearly grid. It always leads back to the grid: a refusal is a toast, because a row has no room for one. */
export const action = formAction({
  guard: requireAdmin,
  schema: yearRowSchema,
  failed: 'Error: Failed to update offline payment amount.',
  refusedTo: ({ request }) => gridOf(request),
  async run({ viewer, value: { userId, year, row }, request, shown }) {
    if (!shown) throw new Refused('Reload the page and try again')
    const kept = await setOfflineYear(viewer.id, { userId, year }, row, shown)
    return { to: gridOf(request), title: 'Offline Payment Updated', description: kept }
  },
})

export const loader = () => redirect(paths.payments())
