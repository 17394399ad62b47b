import { logoOf } from '~/models/school/face/logo'
import { GREEN, SCHOOL_COLORS, type SchoolColor } from '~/models/school/face/school-color'
import { ADD_ON_TYPES, type AddOnType } from '~/models/vocabulary/catalog'
import { type FeeScope, percentOf } from '~/models/vocabulary/fee'
import { MAKEUP_HOLDS_LABELS, type MakeupHolds } from '~/models/vocabulary/makeup'
import { KEPT, KEPT_FIELDS } from '~/models/vocabulary/retention'
import { nameOfZone } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Who pays the fee, in the office's words. */
export const FEE_SCOPE_LABELS: Record<FeeScope, string> = {
  all_cards: 'All cards',
  credit_cards: 'Credit cards only',
}

const plain = (value: unknown) => (value === null || value === '' ? 'nothing' : String(value).replaceAll('\n', ', '))

/** The size of a logo, from its file name. */
function sizeOfLogo(name: unknown): string {
  const logo = logoOf(String(name))
  return logo ? `${logo.width} × ${logo.height} pixels` : 'none'
}

const time = (value: unknown) => formatTimeOfDay(String(value))

/** The label and the format of each field. */
export const SETTING_TEXTS: Record<string, { label: string; show: (value: unknown) => string }> = {
  price: { label: 'price', show: (cents) => formatCents(Number(cents)) },
  description: { label: 'description', show: (text) => (text ? `“${plain(text)}”` : 'nothing') },
  sortOrder: { label: 'order', show: plain },
  lessonsPerMonth: { label: 'group lessons', show: plain },
  privateLessonsPerMonth: { label: 'private lessons', show: plain },
  makeupLessons: { label: 'makeup lessons', show: plain },
  hacksPerMonth: { label: 'hacks', show: plain },
  active: { label: 'for sale', show: (yes) => (yes ? 'yes' : 'no') },
  isRecurring: { label: 'available monthly', show: (yes) => (yes ? 'yes' : 'no') },
  type: { label: 'type', show: (type) => ADD_ON_TYPES[type as AddOnType] ?? plain(type) },
  feeRate: { label: 'fee', show: (rate) => percentOf(Number(rate)) },
  absenceCutoffHours: { label: 'cancellation cutoff in hours', show: plain },
  firstLesson: { label: 'first lesson', show: time },
  lastLesson: { label: 'last lesson', show: time },
  lessonStep: { label: 'minutes between times', show: plain },
  lessonLengths: { label: 'lengths', show: plain },
  arenas: { label: 'arenas', show: plain },
  makeupHolds: {
    label: 'makeups are good',
    show: (holds) => MAKEUP_HOLDS_LABELS[holds as MakeupHolds] ?? plain(holds),
  },
  instructorMarkDays: { label: 'days that instructors mark', show: plain },
  feeScope: { label: 'paid with', show: (scope) => FEE_SCOPE_LABELS[scope as FeeScope] ?? plain(scope) },
  name: { label: 'name', show: plain },
  firstName: { label: 'first name', show: plain },
  lastName: { label: 'last name', show: plain },
  phone: { label: 'phone', show: plain },
  email: { label: 'email', show: plain },
  address: { label: 'address', show: plain },
  color: { label: 'color', show: (color) => (SCHOOL_COLORS[color as SchoolColor] ?? GREEN).label },
  logo: { label: 'logo', show: sizeOfLogo },
  passwordLeast: { label: 'least characters of a password', show: plain },
  payWords: { label: 'how to pay at the school', show: plain },
  payAtSchool: { label: 'paying at the school instead of by card', show: (yes) => (yes ? 'yes' : 'no') },
  horseGoal: {
    label: 'proposals look first at',
    show: (goal) => (goal === 'shared' ? 'shared work' : 'horses that riders know'),
  },
  quietFrom: { label: 'quiet from', show: time },
  quietTo: { label: 'quiet until', show: time },
  remindAt: { label: 'reminders at', show: time },
  remindNote: { label: 'note in reminders', show: plain },
  inviteNote: { label: 'words in invitations', show: plain },
  title: { label: 'title', show: plain },
  text: { label: 'text', show: () => 'changed' },
  waiverRequired: { label: 'signed before buying and booking', show: (yes) => (yes ? 'yes' : 'no') },
  SMTP_URL: { label: 'mail server', show: plain },
  MAIL_FROM: { label: 'sender', show: plain },
  STRIPE_SECRET_KEY: { label: 'secret key', show: plain },
  STRIPE_PUBLISHABLE_KEY: { label: 'publishable key', show: plain },
  STRIPE_WEBHOOK_SECRET: { label: 'webhook', show: plain },
  STRIPE_PORTAL_CONFIGURATION: { label: 'page for saved cards', show: plain },
  STRIPE_ACCOUNT: { label: 'Stripe account', show: plain },
  TEXTS_ACCOUNT_SID: { label: 'account', show: plain },
  TEXTS_AUTH_TOKEN: { label: 'token', show: plain },
  TEXTS_FROM: { label: 'number', show: plain },
  ZEFFY_FORM_URL: { label: 'donation form', show: plain },
  ZEFFY_WEBHOOK_SECRET: { label: 'secret of donations', show: plain },
  SCHOOL_TIMEZONE: { label: 'time zone', show: (zone) => nameOfZone(String(zone)) },
  ...Object.fromEntries(
    KEPT_FIELDS.map((name) => [
      name,
      { label: KEPT[name].label.toLowerCase(), show: (n: unknown) => `${plain(n)} months` },
    ]),
  ),
}

const values = (of: unknown) => (of && typeof of === 'object' ? (of as Record<string, unknown>) : {})

const fieldsOf = ({ from, to }: Record<string, unknown>): string =>
  Object.entries(values(to))
    .map(([key, value]) => {
      const { label, show } = SETTING_TEXTS[key] ?? { label: key, show: plain }
      return `${label} ${show(values(from)[key] ?? null)} → ${show(value)}`
    })
    .join(', ')

/** Describes a change of a setting with secrets, without any value. */
function changeOf(what: string, name: string, { from, to }: Record<string, unknown>): string {
  const [before, after] = [values(from)[name], values(to)[name]]
  return `${after === false ? 'removed' : before === false ? 'set' : 'changed'} ${what}`
}

/** Returns a sentence without its subject: `changed Hack: price $44.50 → $45.00`. */
export function describeSettingChange({ action, detail }: { action: string; detail: Record<string, unknown> }): string {
  const name = plain(detail.name ?? null)
  switch (action) {
    case 'package.add':
    case 'add-on.add':
      return `added ${name} for ${formatCents(Number(values(detail.to).price))}`
    case 'package.save':
    case 'add-on.save':
      return `changed ${name}: ${fieldsOf(detail)}`
    case 'school.fee':
      return `changed the fee: ${fieldsOf(detail)}`
    case 'school.data':
      return `changed the school: ${fieldsOf(detail)}`
    case 'school.notices':
      return `changed the notifications: ${fieldsOf(detail)}`
    case 'school.horses':
      return `changed the horses: ${fieldsOf(detail)}`
    case 'school.lesson-times':
      return `changed the lesson times: ${fieldsOf(detail)}`
    case 'school.zone':
      return `changed the school: ${fieldsOf(detail)}`
    case 'school.mail':
      return changeOf('the mail server', 'SMTP_URL', detail)
    case 'school.payments':
      return changeOf('the keys of card payments', 'STRIPE_SECRET_KEY', detail)
    case 'school.texts':
      return changeOf('the account of texts', 'TEXTS_ACCOUNT_SID', detail)
    case 'school.donations':
      return changeOf('the donation form', 'ZEFFY_FORM_URL', detail)
    case 'school.makeups':
      return `changed the makeups: ${fieldsOf(detail)}`
    case 'school.retention':
      return `changed how long data is kept: ${fieldsOf(detail)}`
    case 'admin.add':
      return `made ${name} an administrator`
    case 'admin.remove':
      return `took the administrator’s role from ${name}`
    case 'instructor.add':
      return `added the instructor ${name}`
    case 'instructor.save':
      return `changed ${name}: ${fieldsOf(detail)}`
    case 'instructor.invite':
      return `invited ${name} to sign in with ${plain(detail.email ?? null)}`
    case 'instructor.end-sign-in':
      return `ended the sign-in of ${name}`
    case 'instructor.remove':
      return `removed the instructor ${name}`
    case 'waiver.draft':
      return 'wrote the draft of the waiver'
    case 'waiver.publish':
      return `published ${name} of the waiver${detail.asksAgain ? ', which everyone is to sign' : ''}`
    case 'waiver.withdraw':
      return `withdrew ${name} of the waiver: ${plain(detail.reason ?? null)}`
    case 'waiver.rule':
      return `changed the waiver: ${fieldsOf(detail)}`
    default:
      return action
  }
}
