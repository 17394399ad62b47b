import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { donationLinkSchema } from '~/models/donations/donation.schema'
import { donationUrl } from '~/services/zeffy/zeffy.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** What is null or empty was not chosen. */
const withoutEmpty = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))
    : body

const schema = z.preprocess(withoutEmpty, donationLinkSchema)

/** POST /api/donations/generate-url {amount, purpose, studentId} answers {donationUrl} (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    if (request.method !== 'POST') return methodNotAllowed('POST')
    return { donationUrl: await donationUrl(await readJson(request, schema)) }
  })

export const loader = () => methodNotAllowed('POST')
