import { allowanceLedger } from '~/models/allowance/allowance-ledger.server'
import { creditsOf } from '~/models/money/donations/credit.server'
import { listAsked } from '~/models/money/payments/orders/at-school.server'
import { listTransactions } from '~/models/money/payments/payment-transaction.server'
import { runningAround } from '~/models/money/subscriptions/running-around.server'
import { ageOn } from '~/models/people/accounts/age'
import { consentFor } from '~/models/people/families/consent.server'
import { familyOf } from '~/models/people/families/student.server'
import { listNotes } from '~/models/people/families/student-note.server'
import { viewsOf } from '~/models/privacy/data-view.server'
import { attendanceWeeks } from '~/models/schedule/rides/attendance-weeks'
import { rideHistory, upcomingRides } from '~/models/schedule/rides/ride.server'
import { countRidden, ribbonsOf } from '~/models/schedule/vocabulary/ribbon'
import { findStudentRow } from '~/models/students/student-list.server'
import type { readStudentView } from '~/models/students/student-query'
import { isAway } from '~/models/vocabulary/away'
import { addToMonth, monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { signaturesOf } from '~/models/waivers/signature.server'
import { currentWaiver } from '~/models/waivers/version.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { shownWishes } from '~/routes/office/horses/fits/change-wish.server'
import { messagesToFamily } from '~/services/texts/messages-to-family.server'
import { dayInZone, formatDay, formatInstant } from '~/utils/dates'
import { officeView } from './subscription/subscriptions'
import { listedSignature } from './waiver/waivers'

/** How many rides and payments are listed; links lead to the others. */
const SHOWN = 8

/** Reads what the page shows about a student in a month; null if there is no such student. */
export async function readStudent(
  id: string,
  { month, monthKey: shownMonth, monthName }: ReturnType<typeof readStudentView>,
) {
  const student = await findStudentRow(id, month)
  if (!student) return null
  const [
    family,
    ledger,
    upcoming,
    history,
    payments,
    notes,
    wishes,
    credits,
    views,
    messages,
    signatures,
    waiver,
    subscriptions,
    consent,
    asked,
  ] = await Promise.all([
    familyOf(id),
    allowanceLedger(id, month),
    upcomingRides(id, today()),
    rideHistory(id, today()),
    listTransactions({ userId: id, pageSize: SHOWN }),
    listNotes(id),
    shownWishes({ riderId: id }),
    creditsOf(id),
    viewsOf(id, SHOWN),
    messagesToFamily(id, SHOWN),
    signaturesOf(id),
    currentWaiver(),
    runningAround(id),
    consentFor(id),
    listAsked(id),
  ])
  const zone = getEnv().schoolTimezone
  return {
    student,
    ...family,
    riders: family.riders.map(({ birthDate, ...rider }) => ({ ...rider, age: ageOn(birthDate, today()) })),
    age: ageOn(family.birthDate, today()),
    consent: consent && {
      given: consent.given && { ...consent.given, at: formatDay(dayInZone(zone, consent.given.at)) },
    },
    erasedOn: family.erasedAt && formatDay(dayInZone(zone, family.erasedAt)),
    name: displayName(student),
    month: {
      key: shownMonth,
      name: monthName,
      before: monthKey(addToMonth(month, -1)),
      after: monthKey(addToMonth(month, 1)),
    },
    ledger,
    upcoming: { count: upcoming.filter((ride) => !isAway(ride)).length, rides: upcoming.slice(0, SHOWN) },
    ribbons: ribbonsOf(countRidden(history)),
    weeks: attendanceWeeks(history, today()),
    history: { count: history.length, rides: history.slice(0, SHOWN) },
    payments: {
      count: payments.count,
      rows: payments.transactions.map((row) => ({ ...row, day: dayInZone(zone, row.providerCreatedAt) })),
    },
    subscriptions: subscriptions.map((one) => officeView(one, id)),
    asked: [...asked.waiting, ...asked.paid],
    credits: credits.map((credit) => ({ ...credit, day: formatDay(dayInZone(zone, credit.donatedAt)) })),
    messages: messages.map(({ key, to, subject, state, at }) => ({
      key,
      to,
      subject,
      state,
      at: formatInstant(at, zone),
    })),
    views: views.map(({ at, ...view }) => ({ ...view, at: formatInstant(at, zone) })),
    waivers: signatures.map((one) => listedSignature(one, zone)),
    hasWaiver: waiver !== null,
    wishes,
    notes: notes.map(({ id, text, at, by, forBarn }) => ({
      id,
      text,
      at: formatInstant(at, zone),
      by: displayName(by),
      forBarn,
    })),
  }
}
