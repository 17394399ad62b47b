/** How many days an invitation's link is valid. */
export const INVITATION_DAYS = 14

/** The states of a family; each has exactly one. */
export const INVITED_STATES = ['new', 'waiting', 'wrong', 'unreached', 'in'] as const
export type InvitedState = (typeof INVITED_STATES)[number]

/** A family that never signed in, or was invited, as the office sees it. */
export interface InvitedFamily {
  id: string
  name: string
  email: string | null
  /** The first names of its riders, without the account's own. */
  riders: string | null
  sentAt: Date | null
  sends: number
  expiresAt: Date | null
  signedInAt: Date | null
  confirmedAt: Date | null
  wrong: string | null
  wrongAt: Date | null
  /** Whether the family reported wrong data and nobody has answered. */
  isOpen: boolean
  isUnder13: boolean
  /** Whether the mail server rejected the last invitation. */
  isRefused: boolean
}

/** Returns the state; null for a family that signed in without being invited: there is nothing to do. */
export function stateOf(family: Omit<InvitedFamily, 'name' | 'riders'>): InvitedState | null {
  if (family.isOpen) return 'wrong'
  if (family.signedInAt) return family.sentAt ? 'in' : null
  if (!family.email || family.isUnder13 || family.isRefused) return 'unreached'
  return family.sentAt ? 'waiting' : 'new'
}

/** How long the next invitation waits, in milliseconds, so that two clicks or two desks do not send it twice. */
export const RESEND_MS = 24 * 60 * 60 * 1000
