import { type ActionFunctionArgs, json } from '@remix-run/node'
import { z } from 'zod'
import { findSampleStudent } from '~/models/students/sample-students.server'
import { getEnv } from '~/platform/env.server'
import { notFound } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { startSession } from '~/web/session.server'

const schema = z.object({ userId: z.string({ error: 'Please select a user' }).min(1, 'Please select a user') })

export const loader = () => methodNotAllowed('POST')

/** Signs in as one of the sample students. In demo mode only. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    if (getEnv().mode !== 'demo') throw notFound()
    requireSameOrigin(request)
    const { userId } = await readJson(request, schema)
    const user = await findSampleStudent(userId)
    if (!user) throw notFound('Unable to authenticate test user.')
    const headers = { 'Set-Cookie': await startSession(request, user.id) }
    return json({ success: true, user, message: 'Login successful' }, { headers })
  })
}
