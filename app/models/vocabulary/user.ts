interface Named {
  firstName?: string | null
  lastName?: string | null
  email?: string | null
}

/** Returns a name, or nothing: an import left some missing names as the text "null". */
export const given = (name: string | null | undefined): string => {
  const trimmed = name?.trim() ?? ''
  return trimmed === 'null' ? '' : trimmed
}

export interface Greeted {
  firstName: string | null
  parentName: string | null
  /** The language of the account, such as `es`; null if nobody chose one. */
  language: string | null
}

/** Matches a title such as *Dr.*, which is not enough for a greeting. */
const TITLE = /^(mr|mrs|ms|miss|dr|prof)\.?$/i

/** Returns the name in an email's greeting: the adult who reads it, which is the parent if one is named; null without a name. */
export function greetedName({ firstName, parentName }: Omit<Greeted, 'language'>): string | null {
  const parent = given(parentName)
  const [first = ''] = parent.split(/\s+/)
  return (TITLE.test(first) ? parent : first) || given(firstName) || null
}

/** Returns what a letter to an account needs: the name in its greeting, and its language. */
export const addresseeOf = (reader: Greeted): { readerName: string | null; language: string | null } => ({
  readerName: greetedName(reader),
  language: reader.language,
})

const letters = new Intl.Segmenter()
const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? ''

export const displayName = ({ firstName, lastName, email }: Named): string =>
  [given(firstName), given(lastName)].filter(Boolean).join(' ') || (email ?? '')

export const initials = ({ firstName, lastName, email }: Named): string =>
  (firstLetter(given(firstName)) + firstLetter(given(lastName)) || firstLetter(email ?? '')).toLocaleUpperCase('en-US')

export const isAdmin = (user: { role: string }): boolean => user.role === 'admin'

/** Whether a user is neither from the office nor an instructor. */
export const isFamily = (user: { role: string }): boolean => user.role === 'customer'

/** Whether a user teaches and signs in to do so. */
export const isInstructor = (user: { role: string }): boolean => user.role === 'instructor'

export const isProfileComplete = (user: Named & { phone?: string | null }): boolean =>
  Boolean(given(user.firstName) && given(user.lastName) && given(user.phone))

/** A family's account or one of the office. */
export interface Viewer extends SignedIn {
  role: 'customer' | 'admin'
}

/** A signed-in user. */
export interface SignedIn {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  parentName: string | null
  role: 'customer' | 'admin' | 'instructor'
  stripeCustomerId: string | null
  /** Whether the address is verified: emails about the family wait for that. */
  isAddressProved: boolean
  /** Whether they signed in with a password that they could not choose today. */
  isPasswordPoor: boolean
  /** `no` for families, who are never asked for one. */
  secondFactor: 'on' | 'ask' | 'demand' | 'no'
}
