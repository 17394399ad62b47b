import { getSchool } from '~/models/school/current-school.server'
import { findSchoolParts, hideGetStarted } from '~/models/school/get-started.server'
import { isSetByServer } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { paths } from '~/utils/paths'

interface Step {
  name: string
  to: string
  isDone: boolean
  /** Whether the school may skip it: schools don't have to take cards. */
  isChoice?: boolean
}

/** Returns the steps in an order in which each has what it needs. A spreadsheet adds instructors and lessons too. */
export async function startSteps(): Promise<Step[]> {
  const [parts, { payAtSchool }] = [await findSchoolParts(), await getSchool()]
  const isZoneSet = parts.zone || isSetByServer('zone')
  return [
    { name: 'The school’s name, phone, and address', to: paths.schoolSettings(), isDone: parts.name },
    { name: 'Time zone', to: paths.timeZone(), isDone: isZoneSet || getEnv().mode === 'demo' },
    { name: 'Lesson times: the first, the last, and how long', to: paths.lessonTimes(), isDone: parts.hours },
    { name: 'Ride types, and how many riders each takes', to: paths.rideTypeSettings(), isDone: parts.places },
    { name: 'Prices: what families can buy', to: paths.catalogue(), isDone: parts.prices },
    { name: 'Students: import your spreadsheet', to: paths.importStudents(), isDone: parts.families },
    { name: 'Instructors', to: paths.instructors(), isDone: parts.instructors },
    { name: 'Horses', to: paths.manageHorses({ list: '/settings/horses' }), isDone: parts.horses },
    { name: 'Lessons in the week', to: paths.admin(), isDone: parts.lessons },
    { name: 'The waiver that families sign', to: paths.waiverSettings(), isDone: parts.waiver },
    {
      name: 'How families pay',
      to: paths.cardPayments(),
      isDone: paymentProvider() !== null || payAtSchool,
      isChoice: paymentProvider() === null && !payAtSchool,
    },
    { name: 'Email: your mail server', to: paths.mailSettings(), isDone: isMailSetUp() },
    { name: 'Invite the families', to: paths.invitations(), isDone: parts.invited },
  ]
}

export interface StartNote {
  done: number
  of: number
  next: { name: string; to: string }
}

/**
 * Returns what the week and the settings show about the list, until it is done or hidden; after that nothing is
 * queried.
 */
export async function startNote(): Promise<StartNote | null> {
  if ((await getSchool()).startHidden) return null
  const steps = await startSteps()
  const next = steps.find(({ isDone }) => !isDone)
  if (next) {
    const done = steps.filter(({ isDone }) => isDone).length
    return { done, of: steps.length, next: { name: next.name, to: next.isChoice ? paths.getStarted() : next.to } }
  }
  await hideGetStarted(true)
  return null
}
