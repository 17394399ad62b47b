import { dayInZone } from '~/utils/dates'
import { decimalOf } from '~/utils/money'
import { donationPages } from './donation.server'

export const DONATION_REPORT_HEADER = [
  'Payment ID',
  'Payment Date',
  'First Name',
  'Last Name',
  'Email',
  'Amount',
  'Currency',
  'Status',
  'Recurring',
  'Frequency',
  'Purpose',
  'Campaign',
  'Payment Method',
  'Student ID',
  'Student Name',
  'Credit Left',
]

export async function* donationReportRows(zone: string): AsyncGenerator<(string | null)[][]> {
  for await (const donations of donationPages()) {
    yield donations.map((donation) => [
      donation.zeffyId,
      dayInZone(zone, donation.donatedAt),
      donation.donorFirstName,
      donation.donorLastName,
      donation.donorEmail,
      decimalOf(donation.amount),
      donation.currency,
      donation.status,
      donation.recurring ? 'yes' : 'no',
      donation.frequency,
      donation.purpose,
      donation.campaignName,
      donation.paymentMethod,
      donation.studentId,
      donation.studentName,
      donation.creditLeft === null ? null : decimalOf(donation.creditLeft),
    ])
  }
}
