import { t } from '#text'
import { statementAccount, yearlyStatement } from '~/models/bookkeeping/statement.server'
import { yearsWithPayments } from '~/models/money/payments/payment-transaction.server'
import { recordView } from '~/models/privacy/data-view.server'
import { isAdmin, type Viewer } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { yearOf } from '~/utils/dates'
import { YEARS } from '~/utils/fields'
import { requireViewer } from '~/web/auth.server'

const notFound = () => new Response(t('Statement not found.'), { status: 404, statusText: 'Not Found' })

/**
 * The statement of one's own family, or for the office that of `?student`'s; this year's unless `?year` says another.
 * @throws Response 404 for another family's
 */
export async function askedStatement(request: Request) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const accountId = await accountFor(viewer, query.get('student'))
  const thisYear = yearOf(today())
  const asked = query.get('year') ?? String(thisYear)
  const year = /^\d{4}$/.test(asked) ? Number(asked) : 0
  const [first, last] = YEARS
  if (year < first || year > last) throw notFound()
  if (isAdmin(viewer)) await recordView(viewer.id, accountId, 'statement')
  const [statement, paid] = await Promise.all([
    yearlyStatement(accountId, year),
    yearsWithPayments(accountId, getEnv().schoolTimezone),
  ])
  const years = [...new Set([thisYear, thisYear - 1, year, ...paid])].sort((a, b) => b - a)
  return { viewer, statement, years, student: accountId === viewer.id ? undefined : accountId }
}

async function accountFor(viewer: Viewer, student: string | null): Promise<string> {
  // A rider who signs in and has a guardian sees what it paid itself, and not what its family did.
  if (!student || student === viewer.id) return viewer.id
  const accountId = isAdmin(viewer) ? await statementAccount(student) : null
  if (!accountId) throw notFound()
  return accountId
}
