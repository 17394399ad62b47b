import { z } from 'zod'
import { t } from '#text'
import { isAdult } from '~/models/people/accounts/age'
import { TICK_CONSENT } from '~/models/people/accounts/consent'
import { BORN_LATER, type NewRider, newRiderSchema, ticked } from '~/models/people/accounts/family.schema'
import { type Registration, registerSchema } from '~/models/vocabulary/user.schema'
import type { LocalDate } from '~/utils/dates'

/** The number of blocks for riders in the form. */
export const MAX_RIDERS = 8

const typedRider = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  birthDate: z.string().optional(),
})

const isTyped = (rider: z.output<typeof typedRider>) => Object.values(rider).some((text) => text?.trim())

/** The riders' blocks. Empty ones are ignored, but the first one has to be filled in. Without a day, birth dates may be after it. */
const ridersField = (today?: LocalDate) =>
  z
    .array(typedRider)
    .max(MAX_RIDERS, { error: () => t('At most {most} riders at once', { most: MAX_RIDERS }) })
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
        if (today && data?.birthDate && data.birthDate > today) {
          context.addIssue({ code: 'custom', message: BORN_LATER, path: [at, 'birthDate'] })
        }
      }
      return riders
    })

/** The form, in its order: its first invalid field gets the focus. */
export const signUpForm = registerSchema.extend({
  who: z.enum(['me', 'child', 'both'], { error: 'Please choose who is riding' }).default('me'),
  riders: ridersField(),
  consent: ticked,
})

const ALONE = signUpForm
  .omit({ riders: true })
  // A parent's name means that a child is signed up. Checked with everything else, so that nobody is sent back twice.
  .refine(({ parentName, consent }) => !parentName || consent, {
    path: ['consent'],
    error: TICK_CONSENT,
    when: () => true,
  })

const withRiders = (today: LocalDate) =>
  signUpForm
    .omit({ parentName: true })
    .extend({ riders: ridersField(today) })
    .refine(
      // While a rider is invalid there is none to ask about.
      ({ riders, consent }) => consent || !riders?.some(({ birthDate }) => !isAdult(birthDate, today)),
      { path: ['consent'], error: TICK_CONSENT, when: () => true },
    )

/** Says what is wrong with a new password of this person; null if nothing is. */
type PasswordRule = (
  password: string,
  owner: Record<'email' | 'firstName' | 'lastName' | 'parentName', string | null>,
) => string | null

function withPassword<Schema extends z.ZodObject>(schema: Schema, rule: PasswordRule): Schema {
  const problem = (typed: unknown) => {
    // As typed, where a field is not valid.
    const textOf = (name: keyof Registration) =>
      z.string().safeParse((typed as Partial<Registration>)[name]).data ?? null
    const owner = { email: textOf('email'), firstName: textOf('firstName'), lastName: textOf('lastName') }
    return rule(textOf('password') ?? '', { ...owner, parentName: textOf('parentName') })
  }
  return schema.refine((typed) => problem(typed) === null, {
    path: ['password'],
    error: ({ input }) => problem(input) ?? undefined,
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === 'password'),
  })
}

/**
 * Parses the form. Fields for another answer to who rides are hidden, and do not count. With the school's rule of passwords it says all
 * that is wrong at once: a form that is sent back has lost its password each time.
 */
export const signUpSchema = (form: FormData, today: LocalDate, rule: PasswordRule = () => null) =>
  ['child', 'both'].includes(String(form.get('who')))
    ? withPassword(withRiders(today), rule)
    : withPassword(ALONE, rule)
