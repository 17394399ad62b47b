import { addDays } from '../../../app/utils/dates'
import { familiesOf } from '../doing'
import type { World } from '../world'

/** Describes the school as its calls show it, line by line: the week, makeups, lines, students, notes and families. Money is compared with the provider instead. */
export async function digestOf(world: World): Promise<string> {
  const { office } = world.school
  const [from, to] = [addDays(world.clock.today, -20), addDays(world.clock.today, 30)]
  const year = world.clock.today.slice(0, 4)
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
    lines.push(...list.map((row) => `${at.split('?')[0]} ${JSON.stringify(row)}`))
  }
  for (const { person } of familiesOf(world)) {
    lines.push(`${person.name} ${JSON.stringify(await person.read('/api/family/riders'))}`)
  }
  return lines.join('\n')
}
