import type { LoaderFunctionArgs } from '@remix-run/node'
import { waiverPdf } from '~/models/waivers/waiver-pdf.server'
import { countTry } from '~/platform/rate-limit.server'
import { requireViewer } from '~/web/auth.server'
import { waiverCopy } from './waiver-copy.server'

/** A document takes a tenth of a second of the server's time. */
const LIMIT = { max: 120, seconds: 60 * 60 }

/** The copy as a PDF. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const copy = await waiverCopy(viewer, params.id)
  if (await countTry(`waiver-pdf:${viewer.id}`, LIMIT)) {
    throw new Response('Too many downloads. Please try again later.', { status: 429, statusText: 'Too Many Requests' })
  }
  const { name, content } = await waiverPdf(copy)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
