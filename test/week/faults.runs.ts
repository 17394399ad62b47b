import { afterAll, beforeAll, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import type { DeskWeek } from './desk'
import { openDesk, runDesk } from './desk-runs'
import { FAULTS } from './faults'

const { WEEK_FAULT } = process.env
const MAX = Number(process.env.WEEK_DESK_RUNS)
const isAsked = (id: number) => !WEEK_FAULT || WEEK_FAULT.split(',').map(Number).includes(id)
let awake = -1
let week: DeskWeek

Object.assign(globalThis, { isMutant: (id: number) => id === awake })
beforeAll(async () => {
  week = await openDesk()
})
afterAll(() => setClock(null))

test.each(FAULTS.map(({ name }, id) => ({ name, id })).filter(({ id }) => isAsked(id)))(
  '$name',
  async ({ id, name }) => {
    awake = id
    const found = await runDesk(week, MAX).then(
      () => null,
      (error: Error) => error,
    )
    awake = -1
    const [, runs] = /Property failed after (\d+) tests/.exec(found?.message ?? '') ?? []
    if (!runs) throw found ?? new Error(`Not found in ${MAX} sequences`)
    console.info(`found by sequence ${runs}`.padEnd(24), `${name}: ${String(found?.cause).split('\n')[0]}`)
  },
)
