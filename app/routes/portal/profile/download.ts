import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireViewer } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { familyDownload } from '~/web/family-download.server'

/** Downloads everything that the school has about the viewer and the viewer's riders. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  await confirmDownload(request)
  return familyDownload(viewer, viewer.id, { notes: false })
}
