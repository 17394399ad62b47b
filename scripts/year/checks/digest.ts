import { addDays } from '../../../app/utils/dates'
import { familiesOf } from '../doing'
import type { World } from '../world'

/**
 * Describes the school as its calls show it around a day, line by line: the week, makeups, lines, payments noted by the
 * office, and families. What follows from the time is left out, and so is what a refund at the provider takes back.
 */
export async function digestOf(world: World, day = world.clock.today): Promise<string> {
  const { office } = world.school
  const [from, to] = [addDays(day, -20), addDays(day, 30)]
  const year = day.slice(0, 4)
  const lines: string[] = []
  for (const at of [
    `/api/admin/lessons?startDate=${from}&endDate=${to}`,
    '/api/admin/makeups',
    '/api/admin/waitlist',
    '/api/horses',
    `/api/admin/recorded-payments?year=${year}`,
    '/api/admin/waivers',
  ]) {
    const rows = await office.read(at)
    const list: unknown[] = Array.isArray(rows) ? rows : [rows]
    lines.push(...list.map((row) => `${at.split('?')[0]} ${JSON.stringify(row, lasting)}`))
  }
  for (const { person } of familiesOf(world)) {
    lines.push(`${person.name} ${JSON.stringify(await person.read('/api/family/riders'))}`)
  }
  return lines.join('\n')
}

/** Drops fields that change without anyone's doing. */
const lasting = (key: string, value: unknown): unknown =>
  ['onRest', 'state', 'packagePurchaseId'].includes(key) ? undefined : value
