import type { Columns } from '~/platform/csv/csv.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone } from '~/utils/dates'
import { decimalOf } from '~/utils/money'
import type { Donation } from './donation.server'

/** The columns of the report. Dates are days of the school, amounts dollars with two decimal places. */
export const DONATION_COLUMNS: Columns<Donation> = [
  ['Payment ID', ({ zeffyId }) => zeffyId],
  ['Payment Date', ({ donatedAt }) => dayInZone(getEnv().schoolTimezone, donatedAt)],
  ['First Name', ({ donorFirstName }) => donorFirstName],
  ['Last Name', ({ donorLastName }) => donorLastName],
  ['Email', ({ donorEmail }) => donorEmail],
  ['Amount', ({ amount }) => decimalOf(amount)],
  ['Currency', ({ currency }) => currency],
  ['Status', ({ status }) => status],
  ['Recurring', ({ recurring }) => (recurring ? 'yes' : 'no')],
  ['Frequency', ({ frequency }) => frequency],
  ['Purpose', ({ purpose }) => purpose],
  ['Campaign', ({ campaignName }) => campaignName],
  ['Payment Method', ({ paymentMethod }) => paymentMethod],
  ['Student ID', ({ studentId }) => studentId],
  ['Student Name', ({ studentName }) => studentName],
  ['Credit Left', ({ creditLeft }) => (creditLeft === null ? null : decimalOf(creditLeft))],
]
