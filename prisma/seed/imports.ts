import { guessColumns } from '~/models/imports/fields'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'

const HEADING = ['Rider', 'Email', 'Phone']

/** Adds an import of a list of riders from three days ago: the school already had all of them, so it changed nothing. */
export async function seedImport({ adminId, studentIds }: SeededPeople, today: LocalDate): Promise<void> {
  const riders = await prisma.user.findMany({
    where: { id: { in: studentIds.slice(0, 8) }, guardianId: null },
    orderBy: { id: 'asc' },
  })
  const at = toDbDate(addDays(today, -3))
  await prisma.studentImport.create({
    data: {
      id: 'sample-import',
      byId: adminId,
      fileName: 'Students of the fall.csv',
      lines: [HEADING, ...riders.map((one) => [`${one.firstName} ${one.lastName}`, one.email ?? '', one.phone ?? ''])],
      columns: guessColumns(HEADING),
      made: { people: [], rows: [], said: {} },
      createdAt: at,
      movedInAt: at,
    },
  })
}
