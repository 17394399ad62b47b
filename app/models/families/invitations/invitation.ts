/** How long an invitation's link holds. */
export const INVITATION_DAYS = 14

/** Where a family stands, each in one place. */
export const INVITED_STATES = ['new', 'waiting', 'wrong', 'unreached', 'in'] as const
export type InvitedState = (typeof INVITED_STATES)[number]

/** What the office sees of a family that never signed in, or was invited. */
export interface InvitedFamily {
  id: string
  name: string
  email: string | null
  /** Its riders by their first names, without the account's own. */
  riders: string | null
  sentAt: Date | null
  sends: number
  expiresAt: Date | null
  signedInAt: Date | null
  confirmedAt: Date | null
  wrong: string | null
  wrongAt: Date | null
  /** What its family says is wrong, and nobody has answered. */
  isOpen: boolean
  isUnder13: boolean
  /** The mail server did not take the last one. */
  isRefused: boolean
}

/** Null of those who signed in without being invited: there is nothing to do. */
export function stateOf(family: Omit<InvitedFamily, 'name' | 'riders'>): InvitedState | null {
  if (family.isOpen) return 'wrong'
  if (family.signedInAt) return family.sentAt ? 'in' : null
  if (!family.email || family.isUnder13 || family.isRefused) return 'unreached'
  return family.sentAt ? 'waiting' : 'new'
}

/** Nobody is written to twice by two clicks or two desks: the next invitation goes out a day later. */
export const RESEND_MS = 24 * 60 * 60 * 1000
