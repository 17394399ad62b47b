import { displayName, given } from '~/models/vocabulary/user'

interface Person {
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  parentName: string | null
}

export const profileValues = ({ firstName, lastName, email, phone, parentName }: Person) => ({
  studentName: displayName({ firstName, lastName }),
  email: email ?? '',
  phone: given(phone),
  parentName: given(parentName),
})

export function splitName(studentName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = studentName.split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}

export type ProfileValues = ReturnType<typeof profileValues>

/** Whether a user has to complete the two-step setup, because the name is missing. */
export const needsOnboarding = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): boolean =>
  !given(firstName) || !given(lastName)
