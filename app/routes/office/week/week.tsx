import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useServerContext } from '~/components/server-context'
import { Link } from '~/components/ui/link'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { shownWeek } from '~/models/schedule/week-address'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { paths } from '~/utils/paths'
import { timeInZone } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { weekHtml } from './week-html.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Admin Dashboard' }]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const at = { today: today(), time: timeInZone(getEnv().schoolTimezone, now()) }
  const shown = shownWeek(new URL(request.url).searchParams, params.date, at.today)
  context.html = weekHtml({ ...shown, ...at, ...(await loadOfficeWeek(shown.week, at)) })
  return shown
}

export default function Admin() {
  const { week } = useLoaderData<typeof loader>()
  const [header = '', ...days] = useServerContext().html ?? []
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML before */}
      <header className="grid grid-cols-1 gap-3" dangerouslySetInnerHTML={{ __html: header }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made this HTML before */}
      <div className="week" data-stay="" dangerouslySetInnerHTML={{ __html: days.join('') }} />
      <p className="no-print mt-3">
        <Link to={paths.weekRidesExport({ week })} className="link inline-flex min-h-11 items-center">
          Export this week's rides
        </Link>
      </p>
      <Outlet />
    </>
  )
}
