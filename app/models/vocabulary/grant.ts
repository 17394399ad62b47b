/** `clearing`: a bank payment is pending. `withdrawn`: it failed, or the bank took it back. */
export type GrantStatus = 'active' | 'clearing' | 'withdrawn' | 'refunded'

/** The statuses in which a grant counts. */
export const GRANTED_STATUSES = ['active', 'clearing'] satisfies GrantStatus[]

export const isGranted = (status: string): boolean => GRANTED_STATUSES.some((granted) => granted === status)
