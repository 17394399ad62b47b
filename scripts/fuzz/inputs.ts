import { Chance } from './chance'
import type { Sending } from './exchange'
import { MAKERS, type ReadPage } from './kinds'
import { bytesOf, type Making } from './requests'
import type { School } from './school'
import { ROLES, type Role, type Visitors } from './visitors'
import { wireInput } from './wire'

type Kind = keyof typeof MAKERS | 'wire'

export interface Input extends Sending {
  index: number
  kind: Kind
  role: Role
  what: string
}

const WEIGHTS: Record<Kind, number> = {
  page: 19,
  data: 1,
  call: 26,
  form: 20,
  body: 8,
  path: 8,
  header: 7,
  cookie: 3,
  method: 3,
  wire: 5,
}

/** Addresses that begin or end a session. */
const DOORS = /^\/(auth|logout|test-login|api\/(auth|login|logout|register))/i

interface World {
  seed: number
  url: string
  school: School
  visitors: Visitors
  /** Reads a page as a signed-in user. */
  read(page: string, role: Role): ReturnType<ReadPage>
}

/** Creates the input of an index: the same for the same seed, as far as the school's own pages are the same. */
export async function makeInput(index: number, { seed, url, school, visitors, read }: World): Promise<Input> {
  const chance = new Chance(seed, index)
  const kind = chance.weighted(WEIGHTS)
  const role = chance.pick([...ROLES, 'admin', 'admin'] as const)
  const making: Making = { chance, role, visitor: visitors.of(role), school, host: new URL(url).host }
  if (kind === 'wire') return { index, kind, role, ...wireInput(making) }
  const request = await MAKERS[kind](making, (page) => read(page, role))
  const { method, target } = request
  // Otherwise every user would soon be signed out.
  if (DOORS.test(target) && chance.in(0.95)) making.visitor = { ...visitors.of('nobody'), token: making.visitor.token }
  return {
    index,
    kind,
    role,
    what: `${method} ${target.slice(0, 120)}`,
    parts: [{ bytes: bytesOf(request, making), after: 0 }],
    methods: [method],
  }
}
