import type { LoaderFunctionArgs } from '@remix-run/node'
import { workloadPdf } from '~/models/schedule/workload/workload-pdf.server'
import { MAX_DAYS_OF_ALL, readWorkload } from '~/models/schedule/workload/workload-range'
import { today } from '~/platform/clock.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** The daily record as a PDF: a year of one horse at most, or 31 days of all. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const query = new URL(request.url).searchParams
  const { horse } = readWorkload(query, today())
  const { from, to } = readWorkload(query, today(), horse === undefined ? MAX_DAYS_OF_ALL : undefined)
  const { name, content } = await workloadPdf(from, to, today(), horse)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
