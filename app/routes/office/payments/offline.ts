import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readYearRow, yearSchema } from '~/models/payments/offline-payment.schema'
import { setOfflineYear } from '~/models/payments/offline-payment.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

const FAILED = { type: 'error', title: 'Error: Failed to update offline payment amount.' } as const

/** Saves a student's row of the yearly grid, then goes back to the grid as it was looked at. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const form = await csrfForm(request)
  const back = `${paths.payments()}${new URL(request.url).search}`
  const year = yearSchema.safeParse(form.get('year'))
  const row = readYearRow(form)
  if (!year.success) return redirectWithToast(back, { ...FAILED, description: 'The year is not valid' })
  if ('error' in row) return redirectWithToast(back, { ...FAILED, description: row.error })
  try {
    await setOfflineYear(viewer.id, { userId: String(form.get('userId')), year: year.data }, row)
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(back, { ...FAILED, description: refused.message })
  }
  return redirectWithToast(back, { type: 'success', title: 'Offline Payment Updated' })
}

export const loader = () => redirect(paths.payments())
