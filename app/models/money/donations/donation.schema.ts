import { z } from 'zod'
import { perZone } from '~/utils/cache-by'
import { LESSON_SPONSORSHIP, PURPOSES, purposeOf } from './donation'
import {
  amount,
  byOurNames,
  currency,
  extra,
  type FieldNames,
  instant,
  type PlatformRecord,
  status,
  text,
} from './zeffy-record'

export const DONATION_NAMES = {
  zeffyId: ['zeffyid', 'donationid', 'paymentid', 'transactionid', 'orderid', 'id'],
  amount: ['amount', 'totalamount', 'donationamount', 'total'],
  currency: ['currency'],
  donorEmail: ['donoremail', 'email', 'emailaddress', 'buyeremail', 'contactemail'],
  donorFirstName: ['donorfirstname', 'firstname', 'buyerfirstname', 'contactfirstname'],
  donorLastName: ['donorlastname', 'lastname', 'buyerlastname', 'contactlastname'],
  campaignId: ['campaignid', 'formid'],
  campaignName: ['campaignname', 'campaigntitle', 'campaign', 'formtitle'],
  paymentMethod: ['paymentmethod', 'paymenttype'],
  status: ['status', 'paymentstatus', 'donationstatus'],
  recurring: ['recurring', 'isrecurring', 'recurringstatus'],
  frequency: ['frequency', 'recurringfrequency', 'interval'],
  purpose: ['purpose', 'designation', 'funddesignation', 'fund'],
  studentId: ['studentid', 'student'],
  donatedAt: ['donatedat', 'paymentdate', 'donationdate', 'date', 'createdat', 'created'],
} satisfies FieldNames

const NOT_RECURRING = new Set(['false', 'no', 'n', '0', 'none', 'once', 'onetime'])
const isRecurring = (word: string) => !NOT_RECURRING.has(word.toLowerCase().replace(/[^a-z0-9]/g, ''))
const recurring = z.union([z.boolean(), text(50).transform(isRecurring)], 'must be yes or no')

const fields = perZone((zone) =>
  z
    .object({
      zeffyId: text(200),
      amount,
      currency: currency.optional(),
      donorEmail: text(320)
        .transform((email) => email.toLowerCase())
        .optional(),
      donorFirstName: text().optional(),
      donorLastName: text().optional(),
      campaignId: text().optional(),
      campaignName: text().optional(),
      paymentMethod: text().optional(),
      status: status.optional(),
      recurring: recurring.optional(),
      frequency: text(50).optional(),
      purpose: text()
        .transform((purpose) => purposeOf(purpose) ?? purpose)
        .optional(),
      studentId: text(200).optional(),
      donatedAt: instant(zone).optional(),
      extra,
    })
    .transform((donation) => ({
      ...donation,
      recurring: donation.recurring ?? (donation.frequency ? isRecurring(donation.frequency) : undefined),
    })),
)

/** A donation as the platform reports it. Amounts are in cents; missing fields are undefined. */
export type PlatformDonation = z.output<ReturnType<typeof fields>>

/** Parses a donation. Times without an offset are in `zone`. */
export const readDonation = (record: PlatformRecord, zone: string) =>
  fields(zone).safeParse(byOurNames(record, DONATION_NAMES))

/** The amount in cents. */
export const donationLinkSchema = z
  .object({
    amount: amount.refine((cents) => cents > 0, 'must be more than 0').optional(),
    purpose: z
      .string(`must be one of ${PURPOSES.join(', ')}`)
      .transform((value, context) => {
        const purpose = purposeOf(value)
        if (purpose) return purpose
        context.addIssue({ code: 'custom', message: `must be one of ${PURPOSES.join(', ')}` })
        return z.NEVER
      })
      .default('General fund'),
    studentId: z.string().optional(),
  })
  .refine(({ purpose, studentId }) => !studentId || purpose === LESSON_SPONSORSHIP, {
    error: 'A student is only chosen for a lesson sponsorship.',
    path: ['studentId'],
  })
export type DonationLink = z.output<typeof donationLinkSchema>
