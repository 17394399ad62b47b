/** A form of ours that waits until whoever sent it has said their password. */
export interface Confirmation {
  /** Where it was sent. */
  action: string
  /** Who is asked. */
  email: string
  /** Where *Cancel* leads: the page that the form stands on. */
  back: string
  /** What was sent, to be sent again. */
  fields: [name: string, value: string][]
  /** Why it was not enough. */
  problem?: string
  /** What became of the sign-in link that was asked for; the link itself where it is shown instead of mailed. */
  mailed?: { message: string; link: string | null }
}

/** The names of what the screen that asks sends along with the form. */
export const CONFIRMATION_FIELDS = { password: 'own-password', link: 'own-link', back: 'own-back' } as const

/** The status text of an answer that is the screen, and those of others that have a screen of their own. */
export const CONFIRM_FIRST = 'Confirm First'
export const ACCESS_DENIED = 'Access Denied'
export const FORM_EXPIRED = 'Form expired'

export const CONFIRM_TITLE = 'Confirm it’s you'
