import { z } from 'zod'
import { FIELD_NAMES } from '~/models/imports/fields'
import { sheetSchema } from '~/models/imports/import.schema'
import { planSheet, readSheet } from '~/models/imports/import.server'
import { moveInSheet } from '~/models/imports/move-in.server'
import { type WouldBe, wouldBe } from '~/models/imports/plan/would-be'
import { headingAt } from '~/models/imports/read-rows'
import { today } from '~/platform/clock.server'
import { dollarsOf } from '~/utils/money'
import { call } from '../table/call'
import { count } from '../table/fields'

const texts = z.array(z.string())
const field = z.enum(FIELD_NAMES)
const dollars = z.number()

const days = z.array(
  z.strictObject({ day: z.string(), lessons: z.array(z.strictObject({ what: z.string(), riders: z.string() })) }),
)

/** The school as it would be, which `/settings/import` shows too. */
const school = z.strictObject({
  week: days,
  dates: days,
  moreDates: count,
  families: z.array(z.strictObject({ name: z.string(), contact: z.string(), riders: z.string(), what: z.string() })),
  moreFamilies: count,
  paid: z.strictObject({ count, amount: dollars }),
  payments: z.array(z.strictObject({ rider: z.string(), amount: dollars, day: z.string() })),
  morePayments: count,
  unpaid: texts,
  left: z.array(z.strictObject({ rider: z.string(), package: z.string(), left: count.nullable() })),
  leftSum: count,
  owed: count,
  instructors: texts,
  horses: texts,
  waivers: count,
  ready: z.string(),
  isSame: z.boolean(),
  gone: count,
  goes: texts,
})

const withoutKeys = ({ day, lessons }: WouldBe['week'][number]) => ({
  day,
  lessons: lessons.map(({ what, riders }) => ({ what, riders })),
})

/** A spreadsheet of students, planned or moved in. */
export const imports = [
  call({
    method: 'post',
    path: '/imports',
    for: 'admin',
    summary:
      'The school as it would be with a CSV file of students, horses, or instructors. Nothing is saved unless `move` is true, which writes all or nothing and answers the `id` of what /settings/import can undo for a week; a `version` that another call answered is refused with 409 if the plan is another one since. `columns` says what a heading holds (null leaves it out), `rows` what a row says instead of its cells: `skip` leaves it out, `take` takes it although the school was changed since an earlier file. Rows in `look` stay out. The same file twice changes nothing. Waivers on paper are counted in `waivers`, and recorded on /settings/import alone.',
    body: sheetSchema,
    confirms: ({ body }) => body.move,
    answer: z.strictObject({
      id: z.string().nullable(),
      moved: z.boolean(),
      version: z.string(),
      columns: z.array(z.strictObject({ heading: z.string(), field: field.nullable() })),
      riders: z.strictObject({ all: count, ready: count }),
      look: z.array(
        z.strictObject({
          row: count,
          name: z.string(),
          problems: z.array(z.strictObject({ field, message: z.string() })),
        }),
      ),
      changedHere: z.array(z.strictObject({ row: count, name: z.string(), text: z.string(), taken: z.boolean() })),
      remarks: z.array(z.strictObject({ row: count, text: z.string() })),
      school,
    }),
    async run({ viewer, body: { csv, fileName, columns, rows, move, version: shown } }) {
      const sheet = { ...(await readSheet(new File([csv], fileName), columns)), mends: rows }
      const { plan, version } = await planSheet(sheet)
      const { paid, payments, week, dates, families, left, owed, ...rest } = wouldBe(plan, today().slice(0, 7))
      const moves = move && rest.ready !== '' && !rest.isSame
      return {
        id: moves ? await moveInSheet(viewer.id, sheet, shown ?? version) : null,
        moved: moves,
        version,
        columns: (sheet.lines[headingAt(sheet.lines)] ?? []).map((heading, i) => ({
          heading,
          field: sheet.columns[i] ?? null,
        })),
        riders: plan.riders,
        look: plan.look.map(({ row, name, problems }) => ({ row, name, problems })),
        changedHere: plan.changedHere,
        remarks: plan.remarks,
        school: {
          ...rest,
          week: week.map(withoutKeys),
          dates: dates.map(withoutKeys),
          families: families.map(({ key: _, ...family }) => family),
          left: left.map(({ key: _, ...one }) => one),
          paid: { count: paid.count, amount: dollarsOf(paid.sum) },
          payments: payments.map(({ key: _, amount, ...one }) => ({ ...one, amount: dollarsOf(amount) })),
          owed: owed.reduce((sum, [, makeups]) => sum + makeups, 0),
        },
      }
    },
  }),
]
