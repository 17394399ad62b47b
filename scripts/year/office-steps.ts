import { SCHOOL_COLORS } from '../../app/models/school/face/school-color'
import { addDays, type LocalDate } from '../../app/utils/dates'
import { paths } from '../../app/utils/paths'
import { png } from '../../test/picture'
import { aimAt, calls, type Doing, lessonOf, pick, presses, ridersOf, ridesAround, slotSubject, tryEach } from './doing'
import type { OfficeKind } from './kinds'
import { ARENAS } from './names'
import { PEOPLE_STEPS } from './people-steps'
import { PLAN_STEPS } from './plan-steps'
import { keepingMakeups, lostMakeup } from './promises'
import { confirm, formToken, ridersOn, slotsOf } from './reading'
import { SEASON_STEPS } from './season-steps'

const MARKS = ['present', 'absent', 'makeup', 'reschedule', 'scheduled'] as const

type WeekKind = Exclude<OfficeKind, keyof typeof PEOPLE_STEPS | keyof typeof PLAN_STEPS | keyof typeof SEASON_STEPS>

/** What the office does to the week. */
const WEEK_STEPS: Record<WeekKind, Doing> = {
  async 'place a rider'(world, step) {
    const { slot } = await aimAt(world, step)
    const studentId = pick(await ridersOf(world), step.who)
    const { office } = world.school
    const body = { studentId, ...lessonOf(slot), beyondCapacity: step.c % 5 === 0 }
    const subjects = [studentId, slotSubject(slot)]
    if (step.c % 5 === 0) world.beyond.allow(slot)
    if (step.c % 2 === 0) {
      const { lessonDate: startDate, ...weekly } = body
      return calls(office, 'POST', '/api/weekly-schedule', { ...weekly, startDate }, subjects)
    }
    await office.call('POST', '/api/temporary-lessons', lessonOf(slot))
    return calls(office, 'POST', '/api/temporary-lessons/add-student', body, subjects)
  },
  async 'remove a rider'(world, step) {
    const { ride, slot } = await aimAt(world, { ...step, b: 1 })
    if (!ride) return null
    const body = {
      ...{ studentId: ride.studentId, lessonDate: slot.date, lessonTime: slot.time, lessonType: slot.type },
      removalType: step.c % 2 === 0 ? 'weekly' : 'one-time',
    }
    return calls(world.school.office, 'POST', '/api/lessons/record-removal', body, [ride.studentId, slotSubject(slot)])
  },
  async 'move a rider'(world, step) {
    const { ride, slot } = await aimAt(world, { ...step, b: 1 })
    if (!ride) return null
    const { slot: to } = await aimAt(world, { ...step, a: step.c, b: step.who })
    const at = paths.moveRider(slot, ride.studentId)
    if (step.b % 3 === 0) world.beyond.allow(to)
    const scope = step.c % 2 === 0 ? 'weekly' : 'one-time'
    const fill = { to: `${to.date} ${to.time} ${to.type}`, scope, ...(step.b % 3 === 0 && { beyond: 'on' }) }
    const subjects = [ride.studentId, slotSubject(slot), slotSubject(to)]
    const did = await presses(world.school.office, at, 'Move', fill, subjects)
    if (ride.isMakeup && scope === 'one-time') world.violations.push(...(await lostMakeup(world, ride, to)))
    return did
  },
  async 'change a lesson'(world, step) {
    const { slot } = await aimAt(world, { ...step, b: 1 })
    const to = { time: pick(world.school.times, step.b)!, type: pick(world.school.types, step.who % 5 === 0 ? 1 : 0)! }
    const beyondCapacity = step.c % 3 === 0
    // A lesson that moves takes its riders along.
    const newDate = step.who % 4 === 0 ? addDays(slot.date, step.c % 3) : slot.date
    if (beyondCapacity || world.beyond.has(slot)) world.beyond.allow({ date: newDate, time: to.time })
    const body = {
      ...{ oldTime: slot.time, oldType: slot.type, lessonDate: slot.date, newTime: to.time, newType: to.type },
      ...{ scope: step.c % 2 === 0 ? 'weekly' : 'one-time', beyondCapacity },
      ...(step.a % 2 === 0 && { newArena: pick(ARENAS, step.who) }),
      ...(step.who % 4 === 0 && { newDate }),
    }
    return calls(world.school.office, 'PUT', '/api/weekly-schedule/timeslot', body, [
      slotSubject(slot),
      slotSubject({ ...slot, ...to }),
    ])
  },
  /** As the form does that was asked about it; it asks again if the lesson is another one by now. */
  async 'add a second lesson'(world, step) {
    const { slot } = await aimAt(world, { ...step, b: 1 })
    const base = slot.type.replace(/ \d$/, '')
    const fill = {
      ...{ date: slot.date, time: slot.time, type: base, second: `${slot.date} ${slot.time} ${base} 2` },
      ...{ scope: step.c % 2 === 0 ? 'weekly' : 'one-time', arena: pick(ARENAS, step.who) ?? '' },
    }
    return presses(world.school.office, paths.newLesson({ day: slot.date }), 'Add Lesson', fill, [slotSubject(slot)])
  },
  async 'delete a lesson'(world, step) {
    const { slot } = await aimAt(world, { ...step, b: 1 })
    const body = {
      ...{ lessonDate: slot.date, lessonTime: slot.time, lessonType: slot.type },
      ...{ removalType: step.c % 3 === 0 ? 'weekly' : 'daily', despiteWaitlist: step.c % 2 === 0 },
    }
    return calls(world.school.office, 'POST', '/api/lessons/record-removal', body, [slotSubject(slot)])
  },
  async 'close a day'(world, step) {
    const { slot } = await aimAt(world, step)
    const body = {
      ...{ date: slot.date, reason: 'Snow', noMakeups: step.c % 4 === 0 },
      ...(step.c % 3 === 0 && { from: '16:30' }),
    }
    const touched = (await slotsOf(world)).filter(({ date }) => date === slot.date).map(slotSubject)
    const riders = await ridersOn(world, slot.date)
    return keepingMakeups(world, () =>
      calls(world.school.office, 'POST', '/api/schedule/close-day', body, [...touched, ...riders]),
    )
  },
  async 'cancel a lesson'(world, step) {
    const { slot, ride } = await aimAt(world, { ...step, b: 1 })
    const body = { date: slot.date, lessons: [{ time: slot.time, type: slot.type }], reason: 'A lame horse' }
    const subjects = [slotSubject(slot), ride?.studentId]
    return keepingMakeups(world, () => calls(world.school.office, 'POST', '/api/schedule/close-day', body, subjects))
  },
  async 'reopen a day'(world, { a }) {
    const closed = await world.rows<{ date: LocalDate }>(
      "SELECT DISTINCT entity_id AS date FROM audit_log WHERE action = 'lesson.close-day' AND entity_id >= $1 ORDER BY 1",
      [world.clock.today],
    )
    const slots = await slotsOf(world)
    // Some were reopened, or undone, before.
    return tryEach(closed, a, ({ date }) => {
      const touched = slots.filter((slot) => slot.date === date).map(slotSubject)
      return presses(world.school.office, paths.closeDay({ date }), 'Reopen', {}, touched)
    })
  },
  async 'change the looks'(world, { a, b }) {
    const { office } = world.school
    await confirm(world, office)
    const color = pick(['', ...Object.keys(SCHOOL_COLORS)], a)!
    if (b % 2 === 0) return presses(office, paths.schoolSettings(), 'Save School', { color }, ['looks'])
    if (b % 5 === 0) return presses(office, paths.removeLogo(), 'Remove Logo', {}, ['looks'])
    const form = new FormData()
    form.set('csrf', await formToken(office, paths.schoolLogo()))
    // One side is too long, now and then.
    form.set('file', new File([png(32 + ((a * 97) % 2100), 64, b % 7)], 'logo.png'))
    const answer = await office.ask(paths.schoolLogo(), { method: 'POST', body: form }).catch(() => null)
    const { logo } = (await world.rows<{ logo: string | null }>('SELECT logo FROM school'))[0] ?? {}
    const shown = logo ? (await office.ask(paths.logo(logo)).catch(() => null))?.status : 200
    if (shown !== 200) world.violations.push(`The logo ${logo} answers ${shown}`)
    return {
      said: `the office sends a logo → ${answer?.status ?? 0}`,
      status: answer?.status ?? 0,
      subjects: ['looks'],
    }
  },
  async undo(world, { a, b }) {
    // The office's list of changes shows the same ones; its rows name what was touched.
    const rows = await world.rows<{ id: number; entity_id: string }>(
      "SELECT id, entity_id FROM audit_log WHERE detail ? 'rows' ORDER BY id DESC LIMIT $1",
      // Something was just wrong; or it turns out days later, when others have built on it.
      [b % 2 === 0 ? 6 : 60],
    )
    const row = pick(rows, a)
    if (!row) return null
    const fields = { changes: String(row.id), ...(b % 3 === 0 && { beyond: 'on' }) }
    if (b % 3 === 0) world.beyond.allowAll()
    const csrf = await formToken(world.school.office, '/admin/lessons/new')
    const answer = await world.school.office
      .ask('/admin/changes/undo', { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) })
      .catch(() => null)
    const page = answer && (await world.school.office.open('/admin/changes'))
    const refused = page?.text.includes('Not undone') ?? false
    const [first = ''] = row.entity_id.split('~')
    return {
      said: `the office undoes ${row.id} of ${row.entity_id} → ${answer?.status ?? 0}${refused ? ' (refused)' : ''}`,
      status: refused ? 409 : (answer?.status ?? 0),
      subjects: [first],
    }
  },
  async mark(world, step) {
    // Mostly what is over, and now and then a ride that is still to come.
    const days = step.b % 6 === 0 ? [0, 15] : [-4, 0]
    const ride = pick(await ridesAround(world, days[0]!, days[1]!), step.a)
    if (!ride) return null
    const slot = { date: ride.date, time: ride.scheduledTime, type: ride.type }
    const body = {
      ...{ studentId: ride.studentId, lessonDate: slot.date, lessonTime: slot.time, rideType: slot.type },
      attendanceStatus: pick(MARKS, step.c),
    }
    return calls(world.school.office, 'POST', '/api/lessons/attendance', body, [ride.studentId, slotSubject(slot)])
  },
  async 'choose a horse'(world, step) {
    const { ride, slot } = await aimAt(world, { ...step, b: 1 }, -1)
    const horse = pick(world.school.horses, step.c)
    if (!ride || !horse) return null
    const body = {
      ...{ horseName: step.b % 6 === 0 ? 'none' : horse.name, usageDate: slot.date, lessonTime: slot.time },
      ...{ studentId: ride.studentId, lessonType: slot.type },
    }
    return calls(world.school.office, 'POST', '/api/lessons/horse-assignments', body, [
      ride.studentId,
      slotSubject(slot),
      horse.name,
    ])
  },
  async 'rest a horse'(world, { a, b, c }) {
    const horse = pick(world.school.horses, a)
    if (!horse) return null
    const { office } = world.school
    const at = paths.restHorse(horse.id)
    if (b % 3 === 0) return presses(office, at, 'End Rest', {}, [horse.name])
    const from = addDays(world.clock.today, c % 5)
    const rest = { from, until: addDays(from, b % 15), reason: 'Lame' }
    const did = await presses(office, at, `Rest ${horse.name}`, rest, [horse.name])
    const plan = paths.ridesAtRest(horse.id, rest)
    if (!did?.said.includes(paths.ridesAtRest(horse.id))) return did
    // With rides on those days nothing is saved yet. They get the proposed horses, or stay for now.
    const { html } = await office.open(plan)
    const choices = [...html.matchAll(/<select[^>]* name="(days[^"]+)"/g)].map(([, name = '']) => name)
    const stay = Object.fromEntries(choices.map((name) => [name, String(horse.id)]))
    return presses(office, plan, 'Confirm', a % 2 === 0 ? stay : {}, [horse.name])
  },
}

/** Everything that the office does. */
export const OFFICE_STEPS: Record<OfficeKind, Doing> = {
  ...WEEK_STEPS,
  ...PEOPLE_STEPS,
  ...PLAN_STEPS,
  ...SEASON_STEPS,
}
