import { maySignIn } from '~/models/accounts/age'
import type { LocalDate } from '~/utils/dates'

/**
 * A condition on users: a link of an invitation opens the account. Whoever has signed in another way needs none, and an old link must not
 * give anything away.
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
