import { z } from 'zod'
import { isAdult } from '~/models/accounts/age'
import { registerSchema } from '~/models/accounts/user.schema'
import type { LocalDate } from '~/utils/dates'
import { TICK_CONSENT } from './consent'
import { type NewRider, newRiderSchema, ticked } from './family.schema'

/** The blocks for riders that the form has. */
export const MAX_RIDERS = 8

const typedRider = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  birthDate: z.string().optional(),
})

const isTyped = (rider: z.output<typeof typedRider>) => Object.values(rider).some((text) => text?.trim())

/** Blocks that stay empty are no riders, but the first one has to be filled in. */
const ridersField = z
  .array(typedRider)
  .max(MAX_RIDERS, `At most ${MAX_RIDERS} riders at once`)
  .default([])
  .transform((blocks, context) => {
    const typed = blocks.map((rider, at) => ({ rider, at })).filter(({ rider }) => isTyped(rider))
    const riders: (NewRider & { at: number })[] = []
    for (const { rider, at } of typed.length ? typed : [{ rider: {}, at: 0 }]) {
      const { data, error } = newRiderSchema.safeParse(rider)
      if (data) riders.push({ ...data, at })
      for (const { message, path } of error?.issues ?? []) {
        context.addIssue({ code: 'custom', message, path: [at, ...path] })
      }
    }
    return riders
  })

/** In the order of the form: its first field in error gets the focus. */
export const signUpForm = registerSchema.extend({
  who: z.enum(['me', 'child', 'both'], { error: 'Please choose who is riding' }).default('me'),
  riders: ridersField,
  consent: ticked,
})

const ALONE = signUpForm
  .omit({ riders: true })
  // A parent's name says that a child is signed up. Beside whatever else is wrong, so that nobody is sent back twice.
  .refine(({ parentName, consent }) => !parentName || consent, {
    path: ['consent'],
    error: TICK_CONSENT,
    when: () => true,
  })

const withRiders = (today: LocalDate) =>
  signUpForm.omit({ parentName: true }).refine(
    // While a rider is not valid there is none to ask about.
    ({ riders, consent }) => consent || !riders?.some(({ birthDate }) => !isAdult(birthDate, today)),
    { path: ['consent'], error: TICK_CONSENT, when: () => true },
  )

/** What was typed for another answer to who rides is out of sight, and does not count. */
export const signUpSchema = (form: FormData, today: LocalDate) =>
  ['child', 'both'].includes(String(form.get('who'))) ? withRiders(today) : ALONE
