interface Named {
  firstName?: string | null
  lastName?: string | null
  email?: string | null
}

/** An import left some missing names as the text "null". */
export const given = (name: string | null | undefined): string => {
  const trimmed = name?.trim() ?? ''
  return trimmed === 'null' ? '' : trimmed
}

export interface Greeted {
  firstName: string | null
  parentName: string | null
}

/** A title such as *Dr.* is no name to greet somebody by alone. */
const TITLE = /^(mr|mrs|ms|miss|dr|prof)\.?$/i

/** How an email to an account begins: the adult who reads it, who is the parent where one is named; null without a name. */
export function greetedName({ firstName, parentName }: Greeted): string | null {
  const parent = given(parentName)
  const [first = ''] = parent.split(/\s+/)
  return (TITLE.test(first) ? parent : first) || given(firstName) || null
}

const letters = new Intl.Segmenter()
const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? ''

export const displayName = ({ firstName, lastName, email }: Named): string =>
  [given(firstName), given(lastName)].filter(Boolean).join(' ') || (email ?? '')

export const initials = ({ firstName, lastName, email }: Named): string =>
  (firstLetter(given(firstName)) + firstLetter(given(lastName)) || firstLetter(email ?? '')).toLocaleUpperCase('en-US')

export const isAdmin = (user: { role: string }): boolean => user.role === 'admin'

/** Neither the office nor an instructor. */
export const isFamily = (user: { role: string }): boolean => user.role === 'customer'

/** Who teaches and may sign in to do so. */
export const isInstructor = (user: { role: string }): boolean => user.role === 'instructor'

export const isProfileComplete = (user: Named & { phone?: string | null }): boolean =>
  Boolean(given(user.firstName) && given(user.lastName) && given(user.phone))

/** A family's account or one of the office. */
export interface Viewer extends SignedIn {
  role: 'customer' | 'admin'
}

/** Whoever is signed in. */
export interface SignedIn {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  parentName: string | null
  role: 'customer' | 'admin' | 'instructor'
  stripeCustomerId: string | null
  /** Emails about the family wait until it is. */
  isAddressProved: boolean
  /** They signed in with a password that they could not choose today. */
  isPasswordPoor: boolean
  /** `no` of families: theirs is never asked for. */
  secondFactor: 'on' | 'ask' | 'demand' | 'no'
}
