import { redirect } from '@remix-run/node'
import type { z } from 'zod'
import { type CoverForm, coverSchema, type daysFields } from '~/models/schedule/instructors/cover/cover.schema'
import { Outdated } from '~/platform/refused'
import { formatNotified } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import type { Planned } from '~/services/mail/plan-mail.server'
import { pathOf, paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

type Days = z.ZodType<z.output<z.ZodObject<typeof daysFields>>>

/** Returns what the address of a plan asks for. @throws Redirect to the form before it, which shows what is wrong with its fields. */
export function askedIn<Schema extends Days>(schema: Schema, query: URLSearchParams): z.output<Schema> {
  const sent = Object.fromEntries(query)
  const { data } = schema.safeParse(sent)
  if (!data) throw redirect(paths.changeOfPlans(sent))
  return data
}

/** Builds the action that confirms a plan. `kept` says what becomes of lessons that are not canceled. */
export const planAction = <Schema extends Days>(
  schema: Schema,
  confirm: (actorId: string, asked: z.output<Schema>, form: CoverForm) => Promise<Planned>,
  kept: (done: Planned) => (string | false)[],
) =>
  formAction({
    guard: requireAdmin,
    schema: coverSchema,
    failed: 'Nothing was changed',
    refusedTo: ({ request }, refused) => (refused instanceof Outdated ? pathOf(request) : undefined),
    async run({ viewer, value, query }) {
      const asked = askedIn(schema, query)
      const done = await confirm(viewer.id, asked, value)
      const { lessons, rides, changes } = done
      const to = paths.daySheet({ date: asked.from })
      if (changes.length === 0) return { to, title: 'Nothing was changed' }
      const canceled = lessons > 0 && `${counted(lessons, 'lesson')} canceled, ${counted(rides, 'ride')}`
      const description = [...kept(done), canceled, formatNotified(done)].filter(Boolean).join('. ')
      return { to, title: 'Lessons Changed', description, undo: undoOf(changes, 'sheet') }
    },
  })
