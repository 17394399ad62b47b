import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { useServerContext } from '~/components/server-context'
import { useRoot } from '~/components/use-root'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { shownWeek } from '~/models/schedule/week/week-address'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { startNote } from '~/routes/office/settings/start-steps.server'
import { StartStrip } from '~/routes/office/settings/start-strip'
import { timeInZone } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { onPaper } from './paper'
import { weekHtml } from './week-html.server'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Admin Dashboard' }]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const at = { today: today(), time: timeInZone(getEnv().schoolTimezone, now()) }
  const shown = shownWeek(new URL(request.url).searchParams, params.date, at.today)
  const week = await loadOfficeWeek(shown.week, at)
  context.html = weekHtml({ ...shown, ...at, ...week })
  return { ...shown, paper: onPaper(week.days), start: await startNote() }
}

export default function Admin() {
  const root = useRoot()
  const { paper, start } = useLoaderData<typeof loader>()
  const [header = '', ...days] = useServerContext().html ?? []
  return (
    <>
      <p className="hidden text-sm font-semibold print:block">{root?.school}</p>
      {start ? <StartStrip {...start} /> : null}
      <div className="week-screen">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this HTML before */}
        <header className="week-top" dangerouslySetInnerHTML={{ __html: header }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this HTML before */}
        <div className="week" style={paper} data-stay="" dangerouslySetInnerHTML={{ __html: days.join('') }} />
      </div>
      <Outlet />
    </>
  )
}
