import { secondFactorEmail } from '~/emails/account/second-factor'
import { resetSecondFactor } from '~/models/people/accounts/second-factor/reset.server'
import { addresseeOf } from '~/models/vocabulary/user'
import { variables } from '~/platform/env/variables'

/** As `resetSecondFactor`. It has no setting but the database, so the email has the school's name alone. */
export const resetAndTell = (url: string, email: string): Promise<string> =>
  resetSecondFactor(url, email, (owner, school) => {
    const schoolName = school ?? variables.shape.SCHOOL_NAME.parse(process.env.SCHOOL_NAME || undefined)
    const letter = { schoolName, schoolContact: [], schoolAddress: null, ...addresseeOf(owner) }
    return secondFactorEmail(letter, 'reset')
  })
