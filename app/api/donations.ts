import { z } from 'zod'
import { donationLinkSchema } from '~/models/money/donations/donation.schema'
import { donationsAfter, donationTotals } from '~/models/money/donations/donation.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { donationUrl } from '~/services/zeffy/zeffy.server'
import { idField } from '~/utils/fields'
import { decimalOf, dollarsOf } from '~/utils/money'
import { call } from './table/call'
import { count, instant } from './table/fields'
import { linkNext } from './table/next-page'

const DONATIONS_OF_A_PAGE = 500

/** Leaves out empty values: they were not chosen. */
const withoutEmpty = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))
    : body

const donation = z
  .strictObject({
    id: z.int(),
    zeffyId: z.string(),
    amount: z.string(),
    currency: z.string(),
    donorEmail: z.string().nullable(),
    donorFirstName: z.string().nullable(),
    donorLastName: z.string().nullable(),
    campaignId: z.string().nullable(),
    campaignName: z.string().nullable(),
    paymentMethod: z.string().nullable(),
    status: z.string(),
    recurring: z.boolean(),
    frequency: z.string().nullable(),
    purpose: z.string().nullable(),
    studentId: z.string().nullable(),
    studentName: z.string().nullable(),
    donatedAt: instant,
    createdAt: instant,
  })
  .meta({ id: 'Donation' })

/** Donations, and donation links. */
export const donations = [
  call({
    method: 'get',
    path: '/donations',
    for: 'admin',
    summary:
      'The donations, the newest first, amounts as text: 500 at most. If there are more, the header Link names the call for the next ones.',
    query: z.object({ before: idField.optional() }),
    answer: z.array(donation),
    async run({ headers, query: { before } }) {
      const { donations, more } = await donationsAfter(before, DONATIONS_OF_A_PAGE)
      if (more) linkNext(headers, '/donations', { before: donations.at(-1)?.id })
      return donations.map(({ amount, creditLeft: _, ...donation }) => ({ ...donation, amount: decimalOf(amount) }))
    },
  }),
  call({
    method: 'get',
    path: '/donations/totals',
    for: 'admin',
    summary: 'The four figures of the donations screen, amounts in dollars.',
    answer: z.strictObject({
      total: z.number(),
      thisMonth: z.number(),
      recurringDonors: count,
      totalDonors: count,
    }),
    async run() {
      const { total, thisMonth, ...donors } = await donationTotals(today(), getEnv().schoolTimezone)
      return { total: dollarsOf(total), thisMonth: dollarsOf(thisMonth), ...donors }
    },
  }),
  call({
    method: 'post',
    path: '/donations/generate-url',
    for: 'admin',
    summary: 'Makes a link to give, for an amount, a purpose and a student.',
    body: z.preprocess(withoutEmpty, donationLinkSchema),
    answer: z.strictObject({ donationUrl: z.string() }),
    run: async ({ body }) => ({ donationUrl: await donationUrl(body) }),
  }),
]
