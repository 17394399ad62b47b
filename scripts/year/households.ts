import type { Family } from './model'
import { signInAgain } from './school'
import type { World } from './world'

/** Lets both families read each other's names from now on, as once they were one. */
function share(one: Family, other: Family): void {
  const names = [...new Set([...one.person.names, ...other.person.names])]
  one.person.names = names
  other.person.names = [...names]
}

/** Notes that the office merged an account into another. With the other address, both have to sign in again. */
export async function merged(kept: Family, gone: Family, email: string): Promise<void> {
  share(kept, gone)
  gone.mergedInto = kept
  if (email === 'merged') [kept.email, gone.email] = [gone.email, kept.email]
  await signInAgain(kept)
}

/** Notes that a merge was undone: the account signs in again, with whichever address it has now. */
export async function parted(world: World, family: Family): Promise<void> {
  const kept = family.mergedInto
  family.mergedInto = null
  for (const one of [family, kept]) {
    if (!one) continue
    const [row] = await world.rows<{ email: string }>('SELECT email FROM users WHERE id = $1', [one.person.id])
    one.email = row?.email ?? one.email
    await signInAgain(one)
  }
}

/** Notes that a child has another guardian. */
export const movedChild = (from: Family, to: Family): void => share(from, to)

/** Whether a family is another one, or was merged into it. */
const isWithin = (one: Family, other: Family): boolean =>
  one === other || (one.mergedInto !== null && isWithin(one.mergedInto, other))

/** Notes that a family was erased, with those that were merged into it: nobody may read its names from now on. */
export function erased(world: World, family: Family): void {
  const all = world.school.families.filter((one) => isWithin(one, family))
  for (const one of all) one.gone = true
  const stay = new Set(world.school.families.filter(({ gone }) => !gone).flatMap(({ person }) => person.names))
  for (const name of all.flatMap(({ own }) => own)) if (!stay.has(name)) world.answers.erased.add(name)
}

/** Returns a function that brings back what is known of the families now. */
export function remember(world: World): () => void {
  const families = world.school.families.map((family) => ({ ...family, own: [...family.own] }))
  const erasedNow = [...world.answers.erased]
  const allowed = world.beyond.remember()
  return () => {
    allowed()
    for (const [n, { own, email, gone, mergedInto }] of families.entries()) {
      Object.assign(world.school.families[n]!, { own, email, gone, mergedInto })
    }
    world.answers.erased.clear()
    for (const name of erasedNow) world.answers.erased.add(name)
  }
}

/** Signs everyone in, as after a restored backup. */
export async function signInEveryone(world: World): Promise<void> {
  const { office, instructors, families } = world.school
  for (const person of [office, ...instructors]) await world.admit(person)
  for (const family of families) if (!family.gone && !family.mergedInto) await signInAgain(family)
}
