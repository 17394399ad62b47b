import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import { settingVersionOf } from '~/models/school/settings-changes'
import { type Setting, settingVersion } from '~/models/school/settings-changes.server'
import { csrfForm } from './csrf.server'
import { refusalOf, replyOf } from './refusal.server'
import { redirectWithToast } from './toast.server'

/**
 * The action of a form of the settings: `write` saves what is valid and names it for the toast; else the form again, with what
 * was typed. `setting` is what the form changes, null where it adds something.
 */
export async function answerSettings<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  setting: Setting | null,
  write: (value: z.output<Schema>, version: number) => Promise<string>,
  done: { title: string; to: string },
) {
  const form = await csrfForm(request)
  const version = settingVersionOf(form)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data({ lastResult: submission.reply(), version }, { status: 400 })
  try {
    const description = await write(submission.value, version)
    return await redirectWithToast(done.to, { type: 'success', title: done.title, description })
  } catch (error) {
    const refused = refusalOf(error)
    // The refusal tells what was changed meanwhile: with the next try it is known.
    const known = refused.status === 409 && setting ? await settingVersion(setting) : version
    return data({ lastResult: submission.reply(replyOf(refused)), version: known }, { status: refused.status })
  }
}
