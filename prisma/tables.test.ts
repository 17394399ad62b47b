import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PAYOUT_STATUSES } from '~/models/bookkeeping/payout'
import { PAYMENT_TYPES } from '~/models/money/catalog/order-choice'
import { ZEFFY_KINDS } from '~/models/money/donations/zeffy-kinds.server'
import { ISSUES, type IssueOutcome } from '~/models/money/issues/payment-issue'
import { PAYMENT_METHODS } from '~/models/money/payments/offline/record-payment.schema'
import type { OrderStatus } from '~/models/money/payments/order.server'
import type { OrderKind } from '~/models/money/payments/orders/order-lines.server'
import type { TransactionRecord } from '~/models/money/payments/payment-transaction.server'
import { ORDER_METHODS } from '~/models/money/payments/pricing'
import { CONSEQUENCES } from '~/models/money/sync/payment-status'
import type { Channel } from '~/models/notices/choices.server'
import { NOTICE_KINDS } from '~/models/notices/kinds'
import type { AddressLinkKind } from '~/models/people/accounts/links/address.server'
import type { ViewKind } from '~/models/privacy/data-view.server'
import type { RequestState } from '~/models/schedule/makeups/requests/request'
import type { Outcome } from '~/models/schedule/offers/offers.server'
import type { BookingRow } from '~/models/schedule/snapshot/book'
import type { OfferState } from '~/models/schedule/waitlist/take-offer.server'
import { ATTENDANCE, type statusOf } from '~/models/vocabulary/attendance'
import { ADD_ON_TYPES } from '~/models/vocabulary/catalog'
import { COUNTERS, RIDE_TYPE_COUNTERS } from '~/models/vocabulary/counters'
import { FEE_SCOPES, METHOD_TYPES } from '~/models/vocabulary/fee'
import type { GrantStatus } from '~/models/vocabulary/grant'
import { ANY_LEVEL, LEVEL_NAMES } from '~/models/vocabulary/level'
import { MAKEUP_HOLDS, type MakeupWhy } from '~/models/vocabulary/makeup'
import type { SubscriptionStatus } from '~/models/vocabulary/subscription'
import { SIGNER_ROLES } from '~/models/waivers/waiver'
import { prisma } from '~/platform/db.server'
import type { Env } from '~/platform/env.server'
import { readMigrations } from '~/platform/migrate.server'
import { withTx } from '~/platform/tx.server'
import { TEXT_STATUSES } from '~/services/texts/receive-texts.server'
import { noFilters, withSchemaEngine } from '../scripts/schema-engine'

/** Lists all members of a union: the compiler refuses one too few and one too many. */
const all = <T extends string>(of: Record<T, true>): string[] => Object.keys(of)

const grantStatuses = all<GrantStatus>({ active: true, clearing: true, withdrawn: true, refunded: true })
const kinds = Object.keys(NOTICE_KINDS)

/** The values that the code allows in a column. */
const LISTS: Record<string, readonly string[]> = {
  'add_ons.type': Object.keys(ADD_ON_TYPES),
  'address_links.kind': all<AddressLinkKind>({ confirm: true, change: true, 'take-back': true }),
  'data_views.kind': all<ViewKind>({
    ...{ 'student page': true, 'edit form': true, 'lesson history': true, rides: true, payments: true, receipt: true },
    ...{ statement: true, 'sign-in link': true, 'password link': true, waiver: true, program: true },
    ...{ download: true, 'download with notes': true },
  }),
  'email_outbox.kind': kinds,
  'horses.min_level': LEVEL_NAMES,
  'installation.mode': all<Exclude<Env['mode'], 'test'>>({ demo: true, production: true }),
  'lesson_removals.removal_type': ['one-time', 'daily', 'weekly'],
  'lessons.attendance': ATTENDANCE,
  'lessons.status': all<ReturnType<typeof statusOf>>({ scheduled: true, completed: true, canceled: true }),
  'makeup_bookings.via': all<BookingRow['via']>({ place: true, mark: true }),
  'makeup_requests.outcome': all<Exclude<RequestState, 'open' | 'closed'>>({ withdrawn: true, declined: true }),
  'makeups.why': all<MakeupWhy>({ closed: true, absence: true, office: true }),
  'notice_choices.channel': all<Channel>({ email: true, text: true }),
  'notice_choices.kind': kinds,
  'offline_payment_months.method': Object.keys(PAYMENT_METHODS),
  'order_items.payment_type': PAYMENT_TYPES,
  'order_items.type': ['package', 'addon'],
  'orders.fee_scope': FEE_SCOPES,
  'orders.kind': all<OrderKind>({ one_time: true, subscription: true }),
  'orders.method_type': ORDER_METHODS,
  'orders.status': all<OrderStatus>({
    ...{ pending: true, processing: true, paid: true, failed: true, canceled: true, refunded: true },
  }),
  'package_purchases.status': grantStatuses,
  'payment_issues.kind': Object.keys(ISSUES),
  'payment_issues.outcome': all<IssueOutcome>({ refunded: true, granted: true, ignored: true, gone: true }),
  // The status of payments from elsewhere, which the specification counts.
  'payment_transactions.status': [...Object.keys(CONSEQUENCES), 'Completed'],
  'payment_transactions.type': all<TransactionRecord['type']>({ payment_intent: true, subscription_creation: true }),
  'payouts.status': PAYOUT_STATUSES,
  'place_offers.state': all<OfferState>({ open: true, taken: true, declined: true, expired: true, withdrawn: true }),
  'recorded_payments.method': Object.keys(PAYMENT_METHODS),
  'ride_types.counter': RIDE_TYPE_COUNTERS.map(({ name }) => name),
  'school.fee_scope': FEE_SCOPES,
  'school.makeup_holds': MAKEUP_HOLDS,
  'subscriptions.fee_scope': FEE_SCOPES,
  'subscriptions.method_type': METHOD_TYPES,
  'subscriptions.status': all<SubscriptionStatus>({
    ...{ incomplete: true, incomplete_expired: true, trialing: true, active: true },
    ...{ past_due: true, canceled: true, unpaid: true, paused: true },
  }),
  'temporary_lessons.level': [...LEVEL_NAMES, ANY_LEVEL],
  'text_outbox.kind': kinds,
  'text_outbox.status': TEXT_STATUSES,
  'usage_adjustments.counter': COUNTERS.map(({ name }) => name),
  'usage_adjustments.kind': ['edit', 'reset'],
  'user_add_ons.credit': Object.keys(ADD_ON_TYPES),
  'user_add_ons.status': grantStatuses,
  'users.level': LEVEL_NAMES,
  'users.role': ['customer', 'admin', 'instructor'],
  'waitlist.outcome': all<Outcome>({
    ...{ taken: true, placed: true, left: true, declined: true, expired: true, past: true },
  }),
  'waiver_signatures.kind': ['signed', 'paper'],
  'waiver_signatures.signer_role': SIGNER_ROLES,
  'season_lessons.level': LEVEL_NAMES,
  'weekly_schedule.level': LEVEL_NAMES,
  'zeffy_imports.kind': Object.keys(ZEFFY_KINDS),
}

const OTHERS_WORD = 'Another says it, whose next word nobody knows: it is kept as it came.'
const SMALL =
  'Another says it, whose next word nobody knows: a check holds its small letters, because the code compares them.'
const TYPED = 'Somebody typed it.'
const RIDE_TYPE = 'A ride type of the school.'
const LOG = 'Lines of the log outlive the words of the version that wrote them.'

/** Columns named as if they had a list of values, and why they have none. */
const OPEN: Record<string, string> = {
  'audit_log.action': LOG,
  'audit_log.entity': LOG,
  'balance_transactions.type': OTHERS_WORD,
  'donations.payment_method': OTHERS_WORD,
  'donations.purpose': OTHERS_WORD,
  'donations.status': SMALL,
  'event_tickets.status': SMALL,
  'event_tickets.ticket_type': OTHERS_WORD,
  'events.event_type': OTHERS_WORD,
  'events.status': SMALL,
  'horse_care.kind': TYPED,
  'horse_usage.lesson_type': RIDE_TYPE,
  'horse_usage.over_reason': TYPED,
  'horse_wishes.reason': TYPED,
  'horse_work.kind': TYPED,
  'horses.rest_reason': TYPED,
  'instructor_absences.reason': TYPED,
  'lesson_removals.lesson_type': RIDE_TYPE,
  'lessons.type': RIDE_TYPE,
  'makeup_bookings.lesson_type': RIDE_TYPE,
  'makeups.extend_reason': TYPED,
  'makeups.lesson_type': RIDE_TYPE,
  'makeups.reason': TYPED,
  'makeups.revoke_reason': TYPED,
  'offline_payments.payment_method': 'Asked for; it is the default in every row.',
  'one_time_participants.lesson_type': RIDE_TYPE,
  'payment_issues.reason': TYPED,
  'payment_transactions.payment_method': OTHERS_WORD,
  'payment_transactions.raw_status': OTHERS_WORD,
  'ride_types.base_type': RIDE_TYPE,
  'season_lessons.lesson_type': RIDE_TYPE,
  'season_places.from_type': RIDE_TYPE,
  'season_places.to_type': RIDE_TYPE,
  'season_wishes.lesson_type': RIDE_TYPE,
  'stripe_events.type': OTHERS_WORD,
  'student_payments.payment_method': 'Asked for; it is the default in every row.',
  'subscriptions.card_funding': OTHERS_WORD,
  'temporary_lessons.lesson_type': RIDE_TYPE,
  'usage_adjustments.reason': TYPED,
  'waitlist.lesson_type': RIDE_TYPE,
  'weekly_schedule.lesson_type': RIDE_TYPE,
}

const LIKE_A_LIST =
  '(^|_)(status|state|kind|type|method|mode|role|level|reason|outcome|scope|channel|counter|credit|holds|via|why|funding|action|entity|purpose|attendance)$'

/** Returns the values that the checks of a column allow. */
async function checkedLists(): Promise<Map<string, string[]>> {
  const rows = await prisma.$queryRaw<{ place: string; name: string; says: string }[]>`
    SELECT c.conrelid::regclass || '.' || a.attname AS place, a.attname AS name, pg_get_constraintdef(c.oid) AS says
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.contype = 'c' AND c.connamespace = current_schema()::regnamespace AND a.attname ~ ${LIKE_A_LIST}`
  const lists = new Map<string, Set<string>>()
  for (const { place, name, says } of rows) {
    const column = `\\(?\\b${name}\\)?(?:::text)?`
    const named = [`${column} = ANY \\(+ARRAY\\[[^\\]]*\\]`, `${column} = '[^']*'`, `CASE ${column}[\\s\\S]*?\\bEND`]
    const values = [...says.matchAll(new RegExp(named.join('|'), 'g'))].flatMap(([part]) =>
      [...part.matchAll(/(?<!<> )'([^']*)'/g)].map(([, value]) => value ?? ''),
    )
    if (values.length) lists.set(place, new Set([...(lists.get(place) ?? []), ...values]))
  }
  return new Map([...lists].map(([place, values]) => [place, [...values].sort()]))
}

test('A check allows exactly the values of each list in the code', async () => {
  const wanted = Object.entries(LISTS).map(([place, values]) => [place, [...values].sort()])
  expect(Object.fromEntries(await checkedLists())).toEqual(Object.fromEntries(wanted))
})

test('Every column that is named as if it had a list of values has one, or a reason why not', async () => {
  const rows = await prisma.$queryRaw<{ place: string }[]>`
    SELECT table_name || '.' || column_name AS place FROM information_schema.columns JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'
      AND data_type IN ('text', 'character varying') AND column_name ~ ${LIKE_A_LIST}`
  expect(rows.map(({ place }) => place).sort()).toEqual([...Object.keys(LISTS), ...Object.keys(OPEN)].sort())
})

test('The fundraising platform’s values are stored in lower case, as sums and credits compare them', async () => {
  for (const table of ['donations', 'events', 'event_tickets']) {
    await expect(
      withTx(async (tx) => {
        await tx.$executeRawUnsafe(
          table === 'events'
            ? `INSERT INTO events (name, status, updated_at) VALUES ('Gala', 'Active', now())`
            : `INSERT INTO ${table} (zeffy_id, amount, status, ${table === 'donations' ? 'donated_at' : 'purchased_at'}) VALUES ('z', 1, 'Completed', now())`,
        )
      }),
    ).rejects.toThrow(`${table}_status_small`)
  }
})

test('Every constraint is validated, except what the newest migration adds', async () => {
  const newest = (await readMigrations()).at(-1)?.sql ?? ''
  const rows = await prisma.$queryRaw<
    { name: string }[]
  >`SELECT conname AS name FROM pg_constraint WHERE NOT convalidated`
  expect(rows.map(({ name }) => name).filter((name) => !newest.includes(name))).toEqual([])
})

const STAYS = 'No row of what it points at is deleted or gets another key.'
const OFFICE = 'Who of the office did it: their account is never deleted, and nothing looks for it.'
const RENAMED = 'A school has some ten ride types, so a rename changes a large part of the rows.'
const FEW = 'The table has few rows, and nothing looks for it.'

/** Foreign keys without an index that begins with them, and why. */
const WITHOUT_INDEX: Record<string, string> = {
  'audit_log.actor_id': OFFICE,
  'data_views.viewer_id': OFFICE,
  'donation_credit_uses.by_id': OFFICE,
  'lesson_removals.lesson_type': RENAMED,
  'lessons.type': RENAMED,
  'horse_wishes.by_id': OFFICE,
  'makeup_bookings.by_id': OFFICE,
  'makeup_bookings.lesson_type': RENAMED,
  'makeup_requests.by_id': STAYS,
  'makeup_requests.closed_by': STAYS,
  'makeups.by_id': OFFICE,
  'makeups.extended_by': OFFICE,
  'makeups.lesson_type': RENAMED,
  'makeups.revoked_by': OFFICE,
  'makeups.unpaid_grant_id': STAYS,
  'one_time_participants.lesson_type': RENAMED,
  'order_items.add_on_id': STAYS,
  'order_items.package_id': STAYS,
  'package_purchases.package_id': STAYS,
  'payment_issues.closed_by': OFFICE,
  'payment_issues.order_id': FEW,
  'payment_issues.subscription_id': FEW,
  'payment_issues.transaction_id': FEW,
  'place_offers.answered_by': STAYS,
  'school.logo': FEW,
  'season_lessons.lesson_type': RENAMED,
  'season_places.from_type': RENAMED,
  'season_places.to_type': RENAMED,
  'season_wishes.lesson_type': RENAMED,
  'student_imports.by_id': OFFICE,
  'subscription_add_ons.add_on_id': STAYS,
  'subscriptions.package_id': STAYS,
  'temporary_lessons.instructor_id': STAYS,
  'temporary_lessons.lesson_type': RENAMED,
  'user_add_ons.add_on_id': STAYS,
  'waitlist.by_id': STAYS,
  'waitlist.lesson_type': RENAMED,
  'waiver_signatures.recorded_by': OFFICE,
  'waiver_signatures.version_id': STAYS,
  'waiver_signatures.withdrawn_by': OFFICE,
  'waiver_versions.published_by': OFFICE,
  'waiver_versions.withdrawn_by': OFFICE,
  'weekly_schedule.lesson_type': RENAMED,
  'zeffy_imports.by_id': OFFICE,
}

const INDEXES = `
  SELECT i.indrelid AS "table", i.indexrelid AS index, i.indisunique AS "isUnique", pg_get_expr(i.indpred, i.indrelid) AS of,
         string_to_array(i.indkey::text, ' ')::int2[] AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
  WHERE c.relnamespace = current_schema()::regnamespace AND m.amname = 'btree'`

test('Every foreign key has an index that begins with it, or a reason why not', async () => {
  const rows = await prisma.$queryRawUnsafe<{ place: string }[]>(`
    WITH indexes AS (${INDEXES})
    SELECT f.conrelid::regclass || '.' || string_agg(a.attname, ', ' ORDER BY a.attnum) AS place
    FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
    WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace AND NOT EXISTS (
      SELECT FROM indexes i WHERE i."table" = f.conrelid AND i.columns[1:cardinality(f.conkey)] @> f.conkey
        AND (i.of IS NULL OR i.of = format('(%I IS NOT NULL)', a.attname)))
    GROUP BY f.oid, f.conrelid`)
  expect(rows.map(({ place }) => place).sort()).toEqual(Object.keys(WITHOUT_INDEX).sort())
})

test('No index is a prefix of another', async () => {
  const rows = await prisma.$queryRawUnsafe<{ index: string }[]>(`
    WITH indexes AS (${INDEXES})
    SELECT i.index::regclass::text AS index FROM indexes i JOIN indexes longer USING ("table")
    WHERE NOT i."isUnique" AND i.of IS NOT DISTINCT FROM longer.of AND i.index <> longer.index
      AND longer.columns[1:cardinality(i.columns)] = i.columns
      AND (cardinality(i.columns) < cardinality(longer.columns) OR longer."isUnique" OR i.index < longer.index)`)
  expect(rows).toEqual([])
})

test('The migrations produce the schema', async () => {
  const content = await readFile('prisma/schema.prisma', 'utf8')
  const file = { path: 'schema.prisma', content }
  const { stdout } = await withSchemaEngine({ url: process.env.DATABASE_URL ?? '', schema: content }, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files: [file], configDir: '.' },
      to: { tag: 'schemaDatamodel', files: [file] },
      script: true,
      exitCode: null,
      filters: noFilters,
    }),
  )
  expect(stdout).toMatch(/^-- This is an empty migration/)
})
