import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { familyDownload } from '~/web/family-download.server'

/**
 * Returns everything that the school stores about a family, for the family; with `?notes=on` the office's own notes
 * too.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  await confirmDownload(request)
  const notes = new URL(request.url).searchParams.get('notes') === 'on'
  return familyDownload(viewer, params.id ?? '', { notes })
}
