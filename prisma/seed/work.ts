import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'

/**
 * Before the week that is shown first, so that today's horses are as free as their rides leave them; and before the
 * first lesson of a day.
 */
const WORK = [
  { horse: 'Rosie', daysBefore: 4, time: '07:15', duration: 30, kind: 'Lunging', who: 'Megan, groom' },
  { horse: 'Duke', daysBefore: 3, time: '07:30', duration: 45, kind: 'Schooling ride', who: 'Sarah Whitfield' },
  { horse: 'Rosie', daysBefore: 10, time: '07:15', duration: 20, kind: 'Lunging', who: null },
]

/** What is due and what was done, by days from today. */
const CARE = [
  { horse: 'Apollo', kind: 'Farrier', doneOn: -39, dueOn: 3, everyWeeks: 6, note: 'New shoes in front' },
  { horse: 'Bella', kind: 'Farrier', doneOn: -39, dueOn: 3, everyWeeks: 6, note: null },
  { horse: 'Rosie', kind: 'Worming', doneOn: -90, dueOn: -6, everyWeeks: 12, note: null },
  { horse: 'Willow', kind: 'Vaccination', doneOn: -300, dueOn: 64, everyWeeks: 52, note: 'Influenza and tetanus' },
]

/** Adds two horses' other work: lunging, and a ride by staff; a hot Sunday, and care. */
export async function seedOtherWork(today: LocalDate): Promise<void> {
  const horses = await prisma.horse.findMany({ select: { id: true, name: true } })
  const monday = weekStart(today)
  await prisma.horseCare.createMany({
    data: CARE.flatMap(({ horse, doneOn, dueOn, note, ...care }) => {
      const horseId = horses.find(({ name }) => name === horse)?.id
      const on = (days: number) => toDbDate(addDays(today, days))
      const row = { ...care, horseId: horseId ?? 0 }
      return horseId === undefined
        ? []
        : [
            { ...row, note, doneOn: on(doneOn) },
            { ...row, dueOn: on(dueOn) },
          ]
    }),
  })
  await prisma.hotDay.create({ data: { date: toDbDate(addDays(monday, -8)), fewer: 1 } })
  await prisma.horseWork.createMany({
    data: WORK.flatMap(({ horse, daysBefore, ...work }) => {
      const id = horses.find(({ name }) => name === horse)?.id
      return id === undefined ? [] : [{ ...work, horseId: id, workDate: toDbDate(addDays(monday, -daysBefore)) }]
    }),
  })
}
