import { redirect } from '@remix-run/node'
import { yearRow, yearRowSchema } from '~/models/money/payments/offline/offline-payment.schema'
import { type SavedYear, setOfflineYear } from '~/models/money/payments/offline/offline-payment.server'
import { findStudent } from '~/models/people/families/student.server'
import { Refused } from '~/platform/refused'
import { readVersion, versionOf } from '~/platform/version'
import { calendarMonthName, MONTHS } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

/** Returns the page that a student's row was on: the grid, or the student's own page of payments. */
function gridOf(request: Request): string {
  const { search, searchParams } = new URL(request.url)
  return `${searchParams.has('student') ? paths.payments() : paths.paymentsByMonth()}${search}`
}

/**
 * Saves a student's row of the yearly grid. It always returns to the grid: a refusal is a toast, because a row has no
 * room for one.
 */
export const action = formAction({
  guard: requireAdmin,
  schema: yearRowSchema,
  failed: 'Error: Failed to update offline payment amount.',
  refusedTo: ({ request }) => gridOf(request),
  async run({ viewer, value: { userId, year, row }, request, version }) {
    if (!version || !readVersion(version)) throw new Refused('invalid', 'Reload the page and try again')
    const saved = await setOfflineYear(viewer.id, { userId, year }, row, version)
    const to = gridOf(request)
    const name = (await findStudent(userId))?.name ?? ''
    return { to, title: 'Offline Payment Updated', ...said(name, { userId, year }, saved, new URL(request.url).search) }
  },
})

const dollars = (amount: number | undefined) => formatCents((amount ?? 0) * 100)

/** Returns a toast that says who and how much, with Undo. */
function said(name: string, { userId, year }: { userId: string; year: number }, saved: SavedYear, search: string) {
  const { before, after, kept } = saved
  const changed = MONTHS.filter((month) => before[month - 1] !== after[month - 1])
  const changes = changed.map(
    (month) => `${calendarMonthName(month)} ${dollars(before[month - 1])} → ${dollars(after[month - 1])}`,
  )
  const description = [changes.length ? `${name}: ${changes.join(', ')}` : '', kept].filter(Boolean).join('. ')
  if (!changed.length) return { description: description || 'Nothing was changed' }
  const fields = {
    userId,
    year: String(year),
    version: versionOf(yearRow(after)),
    ...Object.fromEntries(Object.entries(yearRow(before)).map(([field, amount]) => [field, String(amount)])),
  }
  return { description, undo: { label: 'Undo', action: `${paths.paymentsOffline()}${search}`, fields } }
}

export const loader = () => redirect(paths.paymentsByMonth())
