import { maySignIn } from '~/models/people/accounts/age'
import type { LocalDate } from '~/utils/dates'

/**
 * A condition on users: an invitation's link opens the account. A family that has signed in another way needs none, and
 * an old link must not reveal anything.
 */
export const mayEnter = (today: LocalDate) => ({
  active: true,
  role: 'customer',
  guardianId: null,
  hiddenAt: null,
  signedInAt: null,
  email: { not: null },
  ...maySignIn(today),
})
