import { z } from 'zod'
import { CONSENT, KEPT_OF_A_CHILD } from '~/models/people/accounts/consent'
import { consentSchema } from '~/models/people/families/consent.schema'
import { askedConsents, giveConsent } from '~/models/people/families/consent.server'
import { call } from '../table/call'

/** A parent's consent to the school storing a child's data. */
export const consents = [
  call({
    method: 'get',
    path: '/family/consents',
    for: 'viewer',
    summary: 'The text that a parent agrees to, and the children of one’s family for whom it is asked.',
    answer: z.strictObject({
      version: z.int(),
      text: z.string(),
      kept: z.string(),
      riders: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
    async run({ viewer }) {
      const riders = await askedConsents(viewer.id)
      return { ...CONSENT, kept: KEPT_OF_A_CHILD, riders: riders.map(({ id, name }) => ({ id, name })) }
    },
  }),
  call({
    method: 'post',
    path: '/family/consents',
    for: 'viewer',
    summary:
      'A parent agrees for children of the family: `version` is the one of the text that was read. Twice is once.',
    body: z.strictObject({ ...consentSchema.shape, consent: z.literal(true) }),
    status: 201,
    answer: z.strictObject({ riders: z.array(z.string()) }),
    run: async ({ viewer, body }) => ({ riders: await giveConsent(viewer.id, body) }),
  }),
]
