import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { getSchool } from '~/models/school/current-school.server'
import { findLogo } from '~/models/school/logo.server'
import { paths } from '~/utils/paths'

/** GET /logo/:name: the school's logo. The name changes with the picture; that of an earlier one, in an old email, leads to the present one. */
export async function loader({ params: { name = '' } }: LoaderFunctionArgs) {
  const logo = await findLogo(name)
  if (logo)
    return new Response(logo.content, {
      headers: { 'Content-Type': logo.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    })
  const { logo: present } = await getSchool()
  if (present) return redirect(paths.logo(present))
  return new Response('Not Found', { status: 404 })
}
