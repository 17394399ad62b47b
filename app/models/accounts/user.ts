interface Named {
  firstName?: string | null
  lastName?: string | null
  email?: string | null
}

/** Names that an import left as the text "null" count as missing (specification, section 4). */
export const given = (name: string | null | undefined): string => {
  const trimmed = name?.trim() ?? ''
  return trimmed === 'null' ? '' : trimmed
}

const letters = new Intl.Segmenter()
const firstLetter = (text: string): string => [...letters.segment(text)][0]?.segment ?? ''

/** `Ann Lee`, or the e-mail address where no name is known. */
export const displayName = ({ firstName, lastName, email }: Named): string =>
  [given(firstName), given(lastName)].filter(Boolean).join(' ') || (email ?? '')

/** `AL`; one letter of the e-mail address where no name is known. */
export const initials = ({ firstName, lastName, email }: Named): string =>
  (firstLetter(given(firstName)) + firstLetter(given(lastName)) || firstLetter(email ?? '')).toLocaleUpperCase('en-US')

export const isAdmin = (user: { role: string }): boolean => user.role === 'admin'

/** Whether somebody still has to tell us their name or phone (specification, section 4, profile completeness). */
export const isProfileComplete = (user: Named & { phone?: string | null }): boolean =>
  Boolean(given(user.firstName) && given(user.lastName) && given(user.phone))

/** Who is signed in. */
export interface Viewer {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  parentName: string | null
  role: 'customer' | 'admin'
  stripeCustomerId: string | null
}
