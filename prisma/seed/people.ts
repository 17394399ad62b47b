import { SAMPLE_SIGN_INS } from '~/models/people/accounts/sample-sign-ins'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'

const STUDENTS =
  `Emma Novak|Dana Novak, Liam Ortiz|, Ava Thompson|Grace Thompson, Noah Becker|, Mia Castellanos|Rosa Castellanos,
Ethan Park|Min-ji Park, Sofia Lindqvist|, Lucas Adeyemi|Tola Adeyemi, Isabella Marchetti|, Mason O'Connor|Siobhan O'Connor,
Amelia Hughes|, Logan Petrov|Irina Petrov, Harper Nguyen|Linh Nguyen, Elijah Brooks|, Zoë Fischer|Katrin Fischer,
Charlotte Dubois|, Oliver Haddad|Rania Haddad, Luna Morales|Elena Morales, Henry Whitfield|, Chloe Yamamoto|Keiko Yamamoto,
Jack Sullivan|, Nora Eriksen|Ingrid Eriksen, Leo Fontaine|, Hannah Goldberg|Ruth Goldberg, Caleb Washington|,
Aria Kowalski|Ewa Kowalski, Wyatt Jensen|, Penelope Alvarez-Castillo|Marisol Alvarez, Julian Reyes|`
    .split(',')
    .map((entry) => {
      const [name = '', parentName = ''] = entry.trim().split('|')
      const [firstName = '', ...rest] = name.split(' ')
      return { firstName, lastName: rest.join(' '), parentName: parentName || null }
    })

/** A family whose emails and pages are in Spanish. */
const READS_SPANISH = 'Luna Morales'

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** Notes about riders: true if the barn must know, false if it stays in the office, null if nobody has decided yet. */
const NOTES: [string, string, boolean | null][] = [
  ['Emma Novak', 'Allergic to bee stings. EpiPen in the tack room, top drawer.', true],
  ['Emma Novak', 'Her father asked for a receipt by mail each month.', false],
  ['Ethan Park', 'Prefers quiet horses. Likes to tack up himself.', true],
  ['Hannah Goldberg', 'Ready to try her first canter.', null],
  ['Oliver Haddad', 'Wears glasses: no goggles in the arena, please.', true],
]

export interface SeededPeople {
  adminId: string
  riderId: string
  /** The IDs of the students, in a fixed order. */
  studentIds: string[]
  /** Returns how many months ago a rider joined the school. */
  joined: (studentId: string) => number
}

/** Most joined before the school began using the portal, four months ago. */
function joinedMonthsAgo(place: number): number {
  if (place < 0) return 3
  if (place % 9 === 5) return 1
  return place % 7 === 3 ? 2 : 3
}

/** Adds the office, three people with known passwords, and some thirty families without. */
export async function seedPeople(): Promise<SeededPeople> {
  const { admin, rider, newcomer } = SAMPLE_SIGN_INS
  const [adminHash, riderHash, newHash] = await Promise.all([
    hashPassword(admin.password),
    hashPassword(rider.password),
    hashPassword(newcomer.password),
  ])
  const create = (data: {
    email: string
    password: string
    firstName?: string
    lastName?: string
    phone?: string
    role?: string
    parentName?: string
  }) => prisma.user.create({ data: { ...data, emailVerifiedAt: now() }, select: { id: true } })
  const office = await create({
    email: admin.email,
    password: adminHash,
    firstName: 'Joan',
    lastName: 'Ashby',
    phone: '8455550101',
    role: 'admin',
  })
  const known = await create({
    email: rider.email,
    password: riderHash,
    firstName: 'Riley',
    lastName: 'Carter',
    phone: '8455550102',
    parentName: 'Morgan Carter',
  })
  await create({ email: newcomer.email, password: newHash })
  const students = await prisma.user.createManyAndReturn({
    data: STUDENTS.map(({ firstName, lastName, parentName }, i) => ({
      firstName,
      lastName,
      parentName,
      language: `${firstName} ${lastName}` === READS_SPANISH ? 'es' : null,
      email: `${plain(firstName)}.${plain(lastName)}@families.example`,
      // No password matches this hash.
      emailVerifiedAt: now(),
      password: 'none',
      phone: `84555501${String(10 + i)}`,
    })),
    select: { id: true, firstName: true, lastName: true },
  })
  const studentIds = students.map(({ id }) => id)
  await prisma.studentNote.createMany({
    data: NOTES.flatMap(([name, text, forBarn]) => {
      const student = students.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name)
      return student ? [{ studentId: student.id, byId: office.id, text, forBarn }] : []
    }),
  })
  // An office user has viewed the sample rider before.
  await prisma.dataView.createMany({
    data: ['student page', 'receipt', 'rides'].map((kind, days) => {
      const at = new Date(now().getTime() - (days + 1) * 26 * 60 * 60 * 1000)
      return { viewerId: office.id, subjectId: known.id, kind, hour: at, at }
    }),
  })
  return { adminId: office.id, riderId: known.id, studentIds, joined: (id) => joinedMonthsAgo(studentIds.indexOf(id)) }
}
