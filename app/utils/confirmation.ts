/** A form that waits until its sender has entered their password. */
export interface Confirmation {
  /** The address it was sent to. */
  action: string
  /** The account's email address. */
  email: string
  /** Where *Cancel* leads: the page that the form is on. */
  back: string
  /** The fields to send again. */
  fields: [name: string, value: string][]
  /** Why the last try failed. */
  problem?: string
  /** The result of asking for a sign-in link; with the link itself where it is shown instead of mailed. */
  mailed?: { message: string; link: string | null }
}

/** The names of the fields that the confirmation screen adds to the form. */
export const CONFIRMATION_FIELDS = { password: 'own-password', link: 'own-link', back: 'own-back' } as const

/** The status text of an answer that is the screen, and those of others that have a screen of their own. */
export const CONFIRM_FIRST = 'Confirm First'
export const ACCESS_DENIED = 'Access Denied'
export const FORM_EXPIRED = 'Form expired'

export const CONFIRM_TITLE = 'Confirm it’s you'
