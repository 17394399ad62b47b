import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { attendanceCalls, horses } from './attendance'
import { auth } from './auth'
import { daySheet } from './barn/day-sheet'
import { teaching } from './barn/teaching'
import { wishes } from './barn/wishes'
import { workload } from './barn/workload'
import { donations } from './donations'
import { events } from './events'
import { consents } from './families/consents'
import { families } from './families/families'
import { imports } from './families/imports'
import { notices } from './families/notices'
import { waivers } from './families/waivers'
import { bookkeeping } from './money/bookkeeping'
import { officePayments } from './money/office-payments'
import { recordedPaymentCalls } from './money/recorded-payments'
import { oneTimeLessons } from './one-time-lessons'
import { paymentMethods } from './payment-methods'
import { makeups } from './places/makeups'
import { places } from './places/places'
import { purchases } from './purchases'
import { rides } from './rides'
import { weeklySchedule } from './schedule'
import { sponsorships } from './sponsorships'
import { students } from './students'
import { subscriptions } from './subscriptions'
import { call } from './table/call'
import { serve, type Table } from './table/serve'

const ownDocument = call({
  method: 'get',
  path: '/openapi.json',
  for: 'anyone',
  summary: 'Every call of this table as an OpenAPI 3.1 document.',
  answer: z.looseObject({ openapi: z.literal('3.1.0') }),
  run: () => ({ ...apiDocument() }),
})

/** Every call under `/api`. */
export const table: Table = {
  Accounts: auth,
  Purchases: purchases,
  'Payment methods': paymentMethods,
  Subscriptions: subscriptions,
  Rides: rides,
  Places: places,
  Makeups: makeups,
  Waivers: waivers,
  Notices: notices,
  'Weekly schedule': weeklySchedule,
  'One-time lessons': oneTimeLessons,
  Attendance: attendanceCalls,
  'Day sheet': daySheet,
  Horses: [...horses, ...wishes],
  Workload: workload,
  Teaching: teaching,
  Students: students,
  Families: [...families, ...consents],
  Import: imports,
  'Payments in the office': [...officePayments, ...recordedPaymentCalls],
  Bookkeeping: bookkeeping,
  Donations: donations,
  Events: events,
  Sponsorships: sponsorships,
  'This document': [ownDocument],
}

export const api = serve(table)

let made: ReturnType<OpenAPIHono['getOpenAPI31Document']> | undefined

// The library's types don't know `identifier` yet.
const license = { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' }

/** Returns the OpenAPI document of the table. */
export function apiDocument() {
  made ??= api.getOpenAPI31Document({
    openapi: '3.1.0',
    // The server that the document was read from.
    servers: [{ url: '/' }],
    info: {
      title: 'Stirrup',
      version: '1',
      license,
      description:
        'Every answer but a success is {"code","message"}, with "field" if an input is at fault. A message is for people and may change; a code is for programs and stays. Days are YYYY-MM-DD in the school’s time zone; an instant is cut at its T where a day is meant. A call of a family that names another account in `userId` answers 404.',
    },
  })
  return made
}
