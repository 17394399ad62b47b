import type { Family, School } from './model'
import { FAMILIES, HORSES, INSTRUCTORS } from './names'
import type { Person } from './person'
import type { World } from './world'

const PASSWORD = 'A long and quiet pasture'

const TYPES = ['Group Lesson', 'Private Lesson', 'Hack'] as const
/** Two of them on the hour, so that changes interfere with each other. */
const TIMES = ['16:00', '16:30', '17:00'] as const
/** A group is soon full. */
const GROUP = 2

/** Opens a school: the office and instructors are there, families come by themselves. */
export async function openSchool(world: World): Promise<School> {
  const office = world.person('the office', 'office', [])
  office.id = '00000000-0000-4000-8000-0000000000a0'
  const instructors = INSTRUCTORS.map(({ first }, n) => {
    const person = world.person(first, 'instructor', [])
    person.id = `00000000-0000-4000-8000-0000000000b${n}`
    return person
  })
  await world.db(async (db) => {
    const add = (id: string, first: string, last: string, role: string) =>
      db.query(
        `INSERT INTO users (id, email, email_verified_at, password, first_name, last_name, phone, role, created_at, updated_at)
         VALUES ($1, $2, now(), 'none', $3, $4, '555-0100-200', $5, now(), now())`,
        [id, `${first.toLowerCase()}@school.example`, first, last, role],
      )
    await add(office.id, 'Desk', 'Person', 'admin')
    for (const [n, { first, last }] of INSTRUCTORS.entries()) await add(instructors[n]!.id, first, last, 'instructor')
    // The catalog of a first start is examples, and nobody can buy one.
    await db.query("UPDATE packages SET active = true, name = replace(name, 'Example: ', '')")
    await db.query("UPDATE ride_types SET capacity = $1 WHERE name = 'Group Lesson'", [GROUP])
    await db.query(
      `INSERT INTO school (id, makeup_holds, pay_at_school, arenas) VALUES (1, 'month', true, 'Indoor, Outdoor')
       ON CONFLICT (id) DO UPDATE SET makeup_holds = 'month', pay_at_school = true, arenas = 'Indoor, Outdoor'`,
    )
  })
  for (const person of [office, ...instructors]) await world.admit(person)
  for (const name of HORSES) await office.call('POST', '/api/horses', { name })
  const horses: School['horses'] = await office.read('/api/horses')
  await world.rows('UPDATE horses SET day_limit = 2, week_limit = 8')
  const families: Family[] = []
  for (const { parent, family, children } of FAMILIES) {
    const person = world.person(`${parent} ${family}`, 'family', [parent, family, ...children])
    families.push(await register(person, { parent, family, children: [...children] }))
  }
  await proveAddresses(world, families)
  const packages = ((await office.read('/api/packages')) as { id: number }[]).map(({ id }) => id)
  return { office, instructors, families, horses, packages, types: TYPES, times: TIMES }
}

interface Named {
  parent: string
  family: string
  children: string[]
}

async function register(person: Person, { parent, family, children }: Named): Promise<Family> {
  const email = `${parent.toLowerCase()}@${family.toLowerCase()}.example`
  await person.enter('/api/register', {
    firstName: parent,
    lastName: family,
    phone: '555-0100-300',
    email,
    password: PASSWORD,
  })
  person.id = (await person.read('/api/auth/user')).id
  for (const firstName of children) {
    const body = { firstName, lastName: family, birthDate: '2016-05-01', consent: true }
    const { status, body: answer } = await person.call('POST', '/api/family/riders', body)
    if (status !== 201) throw new Error(`${person.name} may not add ${firstName}: ${status} ${answer.message}`)
  }
  return { person, own: [parent, family, ...children], email, gone: false, mergedInto: null }
}

/** How many minutes a mail may take. */
const MAIL_MINUTES = 20

/** Opens the link that each family got by mail, so that its address is known to be its own. */
async function proveAddresses(world: World, families: Family[]): Promise<void> {
  let waiting = families
  for (let minute = 0; waiting.length > 0; minute++) {
    if (minute === MAIL_MINUTES)
      throw new Error(`No mail with a link reached ${waiting.map(({ email }) => email).join()}`)
    await world.pass(world.clock.today, `05:${30 + minute}`)
    for (const { person, email } of waiting) {
      const token = tokenFor(email, world)
      if (token) await person.call('POST', '/api/auth/confirm-address', { token })
    }
    waiting = waiting.filter(({ email }) => !tokenFor(email, world))
  }
}

function tokenFor(email: string, { mails }: World): string | undefined {
  const mail = mails.find(({ to, source }) => to.includes(email) && source.includes('confirm-address'))
  const text = mail?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  return /confirm-address\?token=([\w-]+)/.exec(text)?.[1]
}

/** Signs a family in again, as after a restored backup. */
export const signInAgain = ({ person, email }: Family): Promise<Person> =>
  person.enter('/api/login', { email, password: PASSWORD })
