import fc from 'fast-check'
import type { Suitable } from '~/models/schedule/horses/plan/best-horses'
import type { PlanHorse, PlanRide } from '~/models/schedule/horses/plan/horse-plan'

const TIMES = ['08:00', '08:30', '09:00', '09:15', '10:00', '10:45', '11:30']

const anyHorse: PlanHorse = {
  ...{ id: 1, name: 'Bella', isActive: true, onRest: false, maxWeightLb: null, minLevel: null, coat: null },
  ...{ dayLimit: 3, weekLimit: 14, gapMinutes: 0, otherDays: 0, work: [], weekWork: 0 },
}

interface Sizes {
  rides: number
  horses: number
}

/** A day of so many rides and horses at most, and at `least`: some rides have a horse, and the horses that suit each rider have some rank. */
export const days = ({ rides, horses }: Sizes, least: Sizes = { rides: 0, horses: 1 }) =>
  fc.record({
    horses: fc
      .array(
        fc.record({
          onRest: fc.integer({ max: 5, min: 0 }).map((n) => n === 0),
          dayLimit: fc.integer({ min: 0, max: 3 }),
          weekLimit: fc.integer({ min: 0, max: 6 }),
          gapMinutes: fc.constantFrom(0, 0, 15, 30, 60),
          otherDays: fc.integer({ min: 0, max: 4 }),
          work: fc.array(
            fc.constantFrom(...TIMES).map((time) => ({ time, duration: 30, kind: 'Lunging' })),
            {
              maxLength: 1,
            },
          ),
        }),
        { minLength: least.horses, maxLength: horses },
      )
      .map((rows): PlanHorse[] =>
        rows.map((row, id) => ({ ...anyHorse, ...row, id, name: `Horse ${id}`, weekWork: row.work.length })),
      ),
    rows: fc.array(
      fc.record({
        time: fc.constantFrom(...TIMES),
        duration: fc.constantFrom(30, 45, 60, 90),
        horseId: fc.option(fc.integer({ min: 0, max: horses - 1 }), { freq: 5 }).map((id) => (id === 0 ? 0 : null)),
        suits: fc.uniqueArray(
          fc.record({ horseId: fc.integer({ min: 0, max: horses - 1 }), rank: fc.integer({ min: 0, max: 3 }) }),
          { selector: ({ horseId }) => horseId },
        ),
      }),
      { minLength: least.rides, maxLength: rides },
    ),
  })

export function dayOf({
  horses,
  rows,
}: {
  horses: PlanHorse[]
  rows: (Pick<PlanRide, 'time' | 'duration' | 'horseId'> & { suits: Suitable[] })[]
}) {
  const rides = rows.map(({ suits: _, ...row }, i): PlanRide => ({ ...row, key: `r${i}`, rider: `Rider ${i}` }))
  return { horses, rides, suitable: new Map(rows.map(({ suits }, i) => [`r${i}`, suits])) }
}
export type HorseDay = ReturnType<typeof dayOf>

/** The long form of tests of random days, 10,000 of a kind: HORSE_DAYS=10000 npx vitest run --project unit best-horses */
export const HORSE_DAYS = Number(process.env.HORSE_DAYS ?? 300)
