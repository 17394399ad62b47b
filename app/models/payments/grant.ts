/** `clearing`: a bank payment is on its way. `withdrawn`: it failed, or the bank took it back. */
export type GrantStatus = 'active' | 'clearing' | 'withdrawn' | 'refunded'

/** A grant counts in these. */
export const GRANTED_STATUSES = ['active', 'clearing'] satisfies GrantStatus[]

export const isGranted = (status: string): boolean => GRANTED_STATUSES.some((granted) => granted === status)
