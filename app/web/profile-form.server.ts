import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { completionSchema, profileSchema } from '~/models/accounts/profile.schema'
import { updateProfile } from '~/models/accounts/profile.server'
import type { Viewer } from '~/models/accounts/user'
import { rateLimit } from './rate-limit.server'

import { refusalOf, replyOf } from './refusal.server'

/**
 * Saves one of the profile's forms. Returns null where it is saved, else the answer that shows the form again. Changing
 * the address is limited: each refusal says that some account has it.
 * @throws Response 429 after 10 changes of the address within an hour.
 */
export async function saveProfile(
  viewer: Viewer,
  form: FormData,
  schema: typeof profileSchema | typeof completionSchema,
) {
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  if (submission.value.email !== viewer.email) await rateLimit(`email-change:${viewer.id}`, EMAIL_CHANGES)
  try {
    await updateProfile(viewer.id, submission.value)
    return null
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply(replyOf(refused)), { status: refused.status })
  }
}

export const EMAIL_CHANGES = { max: 10, seconds: 60 * 60 }
