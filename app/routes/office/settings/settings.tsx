import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { PageHeader } from '~/components/ui/page-header'
import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Settings' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return null
}

const TABS = [
  { id: 'catalogue', name: 'Prices', to: paths.catalogue() },
  { id: 'fee', name: 'Fee', to: paths.feeSettings() },
  { id: 'school', name: 'School', to: paths.schoolSettings() },
  { id: 'ride-types', name: 'Ride types', to: paths.scheduleSettings() },
  { id: 'horses', name: 'Horses', to: paths.manageHorses() },
  { id: 'instructors', name: 'Instructors', to: paths.instructors() },
  { id: 'makeups', name: 'Makeups', to: paths.makeupSettings() },
  { id: 'notices', name: 'Notifications', to: paths.noticeSettings() },
  { id: 'waivers', name: 'Waivers', to: paths.waiverSettings() },
  { id: 'privacy', name: 'Privacy', to: paths.privacySettings() },
  { id: 'administrators', name: 'Administrators', to: paths.administrators() },
  { id: 'log', name: 'Log', to: paths.log() },
  { id: 'status', name: 'Status', to: paths.status() },
]

export default function Settings() {
  const { pathname } = useLocation()
  const current = TABS.find(({ to }) => pathname.startsWith(to))?.id ?? 'catalogue'
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title="Settings" />
      <Tabs label="Settings" tabs={TABS} current={current} />
      <div className="mt-4 grid gap-4">
        <Outlet />
      </div>
    </div>
  )
}
