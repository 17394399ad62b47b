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

/** Adds two horses' other work: lunging, and a ride by staff; and a hot Sunday. */
export async function seedOtherWork(today: LocalDate): Promise<void> {
  const horses = await prisma.horse.findMany({ select: { id: true, name: true } })
  const monday = weekStart(today)
  await prisma.hotDay.create({ data: { date: toDbDate(addDays(monday, -8)), fewer: 1 } })
  await prisma.horseWork.createMany({
    data: WORK.flatMap(({ horse, daysBefore, ...work }) => {
      const id = horses.find(({ name }) => name === horse)?.id
      return id === undefined ? [] : [{ ...work, horseId: id, workDate: toDbDate(addDays(monday, -daysBefore)) }]
    }),
  })
}
