import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireViewer } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { familyDownload } from '~/web/family-download.server'

/** Everything that the school holds of the viewer and the riders of the viewer. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  await confirmDownload(request)
  return familyDownload(viewer, viewer.id, { notes: false })
}
