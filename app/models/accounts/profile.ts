import { displayName, given } from './user'

interface Person {
  firstName: string | null
  lastName: string | null
  email: string
  phone: string | null
  parentName: string | null
}

/** A person's data as the profile forms hold them: one field for the whole name, empty for what is missing. */
export const profileFields = ({ firstName, lastName, email, phone, parentName }: Person) => ({
  studentName: displayName({ firstName, lastName }),
  email,
  phone: given(phone),
  parentName: given(parentName),
})

export type ProfileFields = ReturnType<typeof profileFields>

/** Whether somebody has never said their name: they are led through two steps (specification, section 2, Profile). */
export const needsOnboarding = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): boolean =>
  !given(firstName) || !given(lastName)
