import type { LoaderFunctionArgs } from '@remix-run/node'
import { t } from '#text'
import { statementPdf } from '~/models/bookkeeping/statement-pdf.server'
import { countTry } from '~/platform/rate-limit.server'
import { askedStatement } from './asked-statement.server'

/** A document takes a tenth of a second of the server's time. */
const LIMIT = { max: 120, seconds: 60 * 60 }

/** The statement as a PDF. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { viewer, statement } = await askedStatement(request)
  if (await countTry(`statement-pdf:${viewer.id}`, LIMIT)) {
    throw new Response(t('Too many downloads. Please try again later.'), {
      status: 429,
      statusText: 'Too Many Requests',
    })
  }
  const { name, content } = await statementPdf(statement)
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
