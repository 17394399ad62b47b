import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { ChangeList } from '~/components/ui/change-list'
import { Pages } from '~/components/ui/pages'
import { Tabs } from '~/components/ui/tabs'
import { type AccessKind, isAccessKind, KINDS } from '~/models/log/access-log'
import { accessLog } from '~/models/log/access-log.server'
import { getEnv } from '~/platform/env.server'
import { formatInstant } from '~/utils/dates'
import { pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'

export const meta: MetaFunction = () => [{ title: 'Log' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const asked = query.get('show')
  const show: AccessKind = isAccessKind(asked) ? asked : 'all'
  const page = pageNumber(query.get('page'))
  const { lines, more } = await accessLog(show, page)
  const zone = getEnv().schoolTimezone
  return { show, page, more, lines: lines.map((line) => ({ ...line, at: formatInstant(line.at, zone) })) }
}

const TABS = Object.entries(KINDS).map(([id, { name }]) => ({
  id,
  name,
  to: paths.log({ show: id === 'all' ? undefined : id }),
}))

/** Who signed in, who failed to, and who downloaded which file. */
export default function Log() {
  const { show, lines, page, more } = useLoaderData<typeof loader>()
  const shown = show === 'all' ? undefined : show
  return (
    <Card title="Sign-ins, links and files">
      <Tabs label="Show" tabs={TABS} current={show} />
      {lines.length === 0 ? <p className="mt-4 text-muted">{page > 1 ? 'Nothing older.' : 'Nothing yet.'}</p> : null}
      <ChangeList changes={lines} />
      <Pages page={page} more={more} previous="Newer" next="Older" to={(to) => paths.log({ show: shown, page: to })} />
    </Card>
  )
}
