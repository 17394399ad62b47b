import { t } from '#text'
import type { IconName } from '~/components/ui/icon'
import { isAdminPath, isSettingsPath, paths } from '~/utils/paths'

/** A screen that the navigation links to. */
export interface Place {
  to: string
  label: string
  icon: IconName
  current: boolean
}

const begins = (pathname: string, ...starts: string[]) =>
  starts.some((start) => pathname === start || pathname.startsWith(`${start}/`))

/** The office's screens, in the order of its day. */
export const officePlaces = (at: string): Place[] => [
  { to: paths.admin(), label: 'Week', icon: 'calendar', current: begins(at, '/admin') && !begins(at, '/admin/day') },
  { to: paths.daySheet(), label: 'Day Sheet', icon: 'clock', current: begins(at, '/admin/day') },
  {
    to: paths.studentsManagement(),
    label: 'Students',
    icon: 'people',
    current: begins(at, '/students', '/students-management'),
  },
  { to: paths.horses(), label: 'Horses', icon: 'stirrup', current: begins(at, '/horses') },
  { to: paths.payments(), label: 'Payments', icon: 'card', current: begins(at, '/payments') },
  { to: paths.donations(), label: 'Donations', icon: 'heart', current: begins(at, '/donations') },
  { to: paths.settings(), label: 'Settings', icon: 'settings', current: isSettingsPath(at) },
]

/** A family's screens. */
export const familyPlaces = (at: string): Place[] => [
  { to: paths.portal(), label: t('Customer Portal'), icon: 'home', current: at === '/' },
  { to: paths.purchase(), label: t('Buy Lessons'), icon: 'card', current: begins(at, '/purchase', '/payment-onetime') },
  { to: paths.subscription(), label: t('Subscription'), icon: 'repeat', current: begins(at, '/subscription') },
  {
    to: paths.scheduledRides(),
    label: t('Rides'),
    icon: 'calendar',
    current: begins(at, '/scheduled-rides', '/ride-history'),
  },
]

/** An instructor's screens. */
export const teachingPlaces = (at: string): Place[] => [
  { to: paths.teaching(), label: 'My Day', icon: 'clock', current: begins(at, '/teaching') },
]

/** The links in the account menu: an administrator switches between the office and the portal. */
export const ownPlaces = (at: string, isAdmin: boolean): Place[] => [
  { to: paths.profile(), label: t('Profile'), icon: 'person', current: begins(at, '/profile') },
  ...(isAdmin && isAdminPath(at)
    ? [{ to: paths.portal(), label: t('Customer Portal'), icon: 'home', current: false } as const]
    : []),
]

export const ownTeachingPlaces = (at: string): Place[] => [
  { to: paths.teachingCalendar(), label: 'Calendar', icon: 'calendar', current: begins(at, '/teaching/calendar') },
  { to: paths.teachingNotices(), label: 'Notifications', icon: 'clock', current: begins(at, '/teaching/notices') },
  { to: paths.teachingPassword(), label: 'Change Password', icon: 'lock', current: begins(at, '/teaching/password') },
  { to: paths.secondStep(), label: 'Second Step', icon: 'lock', current: begins(at, '/second-step') },
  { to: paths.devices(), label: 'Your Devices', icon: 'person', current: begins(at, '/devices') },
]

export const officePlace = (): Place => ({
  to: paths.admin(),
  label: t('Admin Dashboard'),
  icon: 'stirrup',
  current: false,
})
