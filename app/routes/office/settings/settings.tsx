import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { startNote } from './start-steps.server'
import { StartStrip } from './start-strip'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Settings' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return { start: await startNote() }
}

const PAGES = [
  { name: 'Get started', to: paths.getStarted() },
  { name: 'School', to: paths.schoolSettings() },
  { name: 'Prices', to: paths.catalogue() },
  { name: 'Card payments', to: paths.cardPayments() },
  { name: 'Fee', to: paths.feeSettings() },
  { name: 'Lesson times', to: paths.lessonTimes() },
  { name: 'Ride types', to: paths.rideTypeSettings() },
  { name: 'Horses', to: paths.manageHorses({ list: '/settings/horses' }) },
  { name: 'Instructors', to: paths.instructors() },
  { name: 'Administrators', to: paths.administrators() },
  { name: 'Import', to: paths.importStudents() },
  { name: 'Makeups', to: paths.makeupSettings() },
  { name: 'Mail', to: paths.mailSettings() },
  { name: 'Texts', to: paths.textSettings() },
  { name: 'Donations', to: paths.donationSettings() },
  { name: 'Notifications', to: paths.noticeSettings() },
  { name: 'Waivers', to: paths.waiverSettings() },
  { name: 'Privacy', to: paths.privacySettings() },
  { name: 'Log', to: paths.log() },
  { name: 'Status', to: paths.status() },
]

export default function Settings() {
  const { start } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  const current = PAGES.find(({ to }) => pathname.startsWith(to))
  const pages = (stay: boolean) => (
    <ul>
      {PAGES.map((page) => (
        <li key={page.to}>
          <Link to={page.to} stay={stay} aria-current={page === current ? 'page' : undefined} className="settings-page">
            {page.name}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <div className="settings">
      <PageHeader title="Settings" />
      <nav aria-label="Settings" className="settings-pages no-print">
        {pages(true)}
      </nav>
      {/* For narrow screens. It is folded again on the next page. */}
      <details className="settings-folded no-print">
        <summary className="btn btn-secondary">
          {current?.name ?? 'All settings'} <span aria-hidden="true">▾</span>
        </summary>
        <nav aria-label="Settings">{pages(false)}</nav>
      </details>
      <div className="settings-shown">
        {start && pathname !== paths.getStarted() ? <StartStrip {...start} /> : null}
        <Outlet />
      </div>
    </div>
  )
}
