import type { LoaderFunctionArgs } from '@remix-run/node'
import { t } from '#text'
import { calendarFeed } from '~/models/schedule/rides/calendar.server'

/**
 * GET /calendar.ics?key=: a family's rides, or an instructor's lessons, for a calendar program, which cannot sign in. The secret stands in the query
 * string, because paths are logged and query strings are not.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const feed = await calendarFeed(new URL(request.url).searchParams.get('key') ?? '')
  const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' }
  if (feed === null) return new Response(t('Calendar not found.'), { status: 404, headers })
  return new Response(feed, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="rides.ics"',
    },
  })
}
