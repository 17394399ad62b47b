import { ledgerFound, ledgerLists } from '~/models/allowance/allowance-ledger.server'
import { creditLists, creditsFound } from '~/models/money/donations/credit.server'
import { formatPaidToOffice, offlineFound, offlineList } from '~/models/money/payments/offline/offline-lines.server'
import { askedFound, askedOrderLists } from '~/models/money/payments/orders/at-school.server'
import { transactionsAfter } from '~/models/money/payments/payment-transaction.server'
import { runningFound, runningList } from '~/models/money/subscriptions/running-around.server'
import { ageOn } from '~/models/people/accounts/age'
import { consentFound, consentList } from '~/models/people/families/consent.server'
import { familyFound, familyOfLists } from '~/models/people/families/family-of.server'
import { noteList } from '~/models/people/families/student-note.server'
import { viewList } from '~/models/privacy/data-view.server'
import { wishesFound, wishList } from '~/models/schedule/horses/wish.server'
import { attendanceWeeks } from '~/models/schedule/rides/attendance-weeks'
import { lastDayAhead, ridesAround } from '~/models/schedule/rides/ride.server'
import { countRidden, ribbonsOf } from '~/models/schedule/vocabulary/ribbon'
import { FIRST_DAY, rosterFound, rosterLists, rosterTables } from '~/models/schedule/week/roster.server'
import { studentRow } from '~/models/students/student-list.server'
import type { readStudentView } from '~/models/students/student-query'
import { isAway } from '~/models/vocabulary/away'
import { addToMonth, daysOfMonth, monthAndYear, monthKey } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { copyOf, signatureList } from '~/models/waivers/signature.server'
import { waiverList } from '~/models/waivers/version.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { shownWishes } from '~/routes/office/horses/fits/change-wish.server'
import { messageLists, messagesFound } from '~/services/texts/messages-to-family.server'
import { dayInZone, formatDay, formatInstant } from '~/utils/dates'
import { officeView } from './subscription/subscriptions'
import { listedSignature } from './waiver/waivers'

/** How many rides and payments are listed; links lead to the others. */
const SHOWN = 8

/** `$1`: the student. `$2` to `$3`: the month. `$4`: today. `$5` to `$6`: all days with rides. */
const isStudent = (column: string) => `${column} = $1`
const DAYS = { first: '$5::date', last: '$6::date' }
const LISTS = {
  ...familyOfLists('$1'),
  ...ledgerLists({ from: '$2::date', to: '$3::date', isRider: isStudent }),
  ...rosterLists(DAYS, isStudent),
  notes: noteList('$1'),
  wishes: wishList('w.student_id = $1'),
  ...creditLists('$1'),
  views: viewList('$1', SHOWN),
  ...messageLists('$1', SHOWN),
  signatures: signatureList('s.rider_id = $1'),
  waiver: waiverList,
  running: runningList('$1'),
  consent: consentList('$1'),
  ...askedOrderLists('$4::date', '$1'),
  offline: offlineList('$1'),
}
const PAGE = listStatement(LISTS, rosterTables(DAYS, isStudent))

/** Reads what the page shows about a student in a month; null if there is no such student. */
export async function readStudent(
  id: string,
  { month, monthKey: shownMonth, monthName }: ReturnType<typeof readStudentView>,
) {
  const { from, to } = daysOfMonth(month)
  const lastDay = lastDayAhead(today())
  const [student, rows, payments] = await Promise.all([
    studentRow(id, month),
    queryLists(PAGE, [id, from, to, today(), FIRST_DAY, lastDay]),
    transactionsAfter({ userId: id }, SHOWN),
  ])
  if (!student) return null
  const family = familyFound(rows)
  const consent = consentFound(rows.consent)
  const asked = askedFound(rows)
  const offline = offlineFound(rows.offline)
  const { upcoming, history } = ridesAround(rosterFound(rows, { to: lastDay }), id, today())
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
    ledger: ledgerFound(rows, month, student.allowance, formatPaidToOffice(offline, month)),
    upcoming: { count: upcoming.filter((ride) => !isAway(ride)).length, rides: upcoming.slice(0, SHOWN) },
    ribbons: ribbonsOf(countRidden(history)),
    weeks: attendanceWeeks(history, today()),
    history: { count: history.length, rides: history.slice(0, SHOWN) },
    payments: [
      ...payments.transactions.map(({ id, description, amount, status, providerCreatedAt }) => ({
        ...{ id: String(id), description, amount, status },
        day: dayInZone(zone, providerCreatedAt),
      })),
      ...offline.map(({ ref, day, amount, method, ...month }) => ({
        ...{ id: ref, day, amount, status: 'succeeded' },
        description: `${method ?? 'Offline payment'}, for ${monthAndYear(month)}`,
      })),
    ]
      .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
      .slice(0, SHOWN),
    subscriptions: runningFound(rows.running).map((one) => officeView(one, id)),
    asked: [...asked.waiting, ...asked.paid],
    credits: creditsFound(rows).map((credit) => ({ ...credit, day: formatDay(dayInZone(zone, credit.donatedAt)) })),
    messages: messagesFound(rows, SHOWN).map(({ key, to, subject, state, at }) => ({
      key,
      to,
      subject,
      state,
      at: formatInstant(at, zone),
    })),
    views: rows.views.map(({ at, kind, viewer }) => ({ kind, who: displayName(viewer), at: formatInstant(at, zone) })),
    waivers: rows.signatures.map((one) => listedSignature(copyOf(one), zone)),
    hasWaiver: rows.waiver.length > 0,
    wishes: shownWishes(wishesFound(rows.wishes)),
    notes: rows.notes.map(({ id, text, at, by, forBarn }) => ({
      id,
      text,
      at: formatInstant(at, zone),
      by: displayName(by),
      forBarn,
    })),
  }
}
