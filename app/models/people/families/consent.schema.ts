import { z } from 'zod'
import { TICK_CONSENT } from '~/models/people/accounts/consent'
import { idField } from '~/utils/fields'

/** The version that was read, and the children for whom consent is given. */
export const consentSchema = z.object({
  version: idField,
  riders: z
    .array(z.string().max(100))
    .min(1)
    .max(100)
    .transform((ids) => [...new Set(ids)]),
  consent: z.literal('on', { error: TICK_CONSENT }),
})
export type ConsentGiven = Pick<z.output<typeof consentSchema>, 'version' | 'riders'>
