import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Dialog } from '~/components/ui/dialog'
import { WaiverText } from '~/components/waivers/waiver-text'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { versionParam } from './version-param.server'

export const meta: MetaFunction = () => [{ title: 'Waiver' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { number, title, text } = await versionParam(params.id)
  return { number, title, text }
}

export default function WaiverVersion() {
  const { number, title, text } = useLoaderData<typeof loader>()
  return (
    <Dialog title={title} closeTo={paths.waiverSettings()} wide>
      <p className="mb-3 text-muted">Version {number}. What was published can’t be changed.</p>
      <WaiverText text={text} />
    </Dialog>
  )
}
