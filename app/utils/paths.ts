type Query = Record<string, string | number | null | undefined>

/** Returns a path with its query string, without unset values. */
const to = (path: string, query: Query = {}) => {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  return search.size ? `${path}?${search}` : path
}

interface SlotAddress {
  date: string
  time: string
  type: string
}
const lessonPath = ({ date, time, type }: SlotAddress) => `/admin/lessons/${date}/${time}/${encodeURIComponent(type)}`

/** The query of *Book a lesson*: `kept` are lessons that stay, `instead` is the lesson that was called off. */
export type FindPlaceQuery = {
  rider?: string | null | undefined
  from?: string | null | undefined
  day?: string | null | undefined
  show?: 'all' | null | undefined
  use?: 'lesson' | null | undefined
  kept?: string | null | undefined
  instead?: string | null | undefined
}

/** Every internal address of the product. */
export const paths = {
  portal: (query: { tab?: string; year?: number; rider?: string } = {}) => to('/', query),
  teaching: (query: { date?: string } = {}) => to('/teaching', query),
  teachingPassword: () => '/teaching/password',
  teachingCalendar: () => '/teaching/calendar',
  undoTaught: () => '/teaching/undo',
  cantTeach: () => '/teaching/cant-come',
  teachingNotices: () => '/teaching/notices',
  taughtRide: (slot: SlotAddress, riderId: string) =>
    `/teaching/${slot.date}/${slot.time}/${encodeURIComponent(slot.type)}/${encodeURIComponent(riderId)}`,
  auth: (query: { redirectTo?: string; tab?: string } = {}) => to('/auth', query),
  logout: () => '/logout',
  language: () => '/language',
  magicLink: (query: { email?: string } = {}) => to('/auth/magic-link', query),
  forgotPassword: (query: { email?: string } = {}) => to('/auth/forgot-password', query),
  signInToken: (token: string) => to('/auth', { token }),
  resetToken: (token: string) => to('/auth', { reset: token }),
  /** For someone whose password was revoked because nobody had verified the address. */
  newPassword: (token: string) => to('/auth', { reset: token, ended: 1 }),
  confirmAddress: (token?: string) => to('/confirm-address', { token }),
  /** Asks for the password, then leads to a file. `from` is the page with its link. */
  confirm: (query: { to: string; from?: string }) => to('/confirm', query),
  testLogin: () => '/test-login',
  /** Where an invitation leads, and then where a new family continues. */
  firstAdministrator: (token: string) => to('/first-administrator', { token }),
  welcome: (token: string) => to('/welcome', { token }),
  welcomeSteps: () => '/welcome/steps',
  profile: (query: { step?: number } = {}) => to('/profile', query),
  devices: () => '/devices',
  secondStep: () => '/second-step',
  passkey: () => '/second-step/passkey',
  removePasskey: (id: string) => `/second-step/passkeys/${encodeURIComponent(id)}/remove`,
  signInCode: (query: { redirectTo?: string } = {}) => to('/sign-in-code', query),
  signOutElsewhere: () => '/devices/everywhere',
  editProfile: () => '/profile/edit',
  changePassword: () => '/profile/password',
  addOwnRider: () => '/profile/riders/new',
  birthDate: (id: string) => `/profile/riders/${encodeURIComponent(id)}`,
  notices: () => '/profile/notices',
  texts: () => '/profile/texts',
  /** In demo mode only. */
  sandboxPhones: () => '/sandbox/texts',
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  ownDownload: () => '/profile/download',
  waivers: (query: { rider?: string; redirectTo?: string } = {}) => to('/waivers', query),
  waiver: (id: number, query: { redirectTo?: string } = {}) => to(`/waivers/${id}`, query),
  waiverPdf: (id: number) => `/waivers/${id}/pdf`,
  consent: () => '/consent',
  completeProfile: (query: { later?: number } = {}) => to('/profile/complete', query),
  paymentPortal: () => '/profile/payment-portal',
  customer: () => '/customer',
  search: (query: { q?: string } = {}) => to('/search', query),
  students: (query: Query = {}) => to('/students', query),
  newListedStudent: (query: Query = {}) => to('/students/new', query),
  studentsExport: (query: Query = {}) => to('/students/export', query),
  unsortedNotes: () => '/students/notes',
  invitations: (query: { show?: string; page?: number } = {}) => to('/students/invitations', query),
  answerInvited: (id: string) => `/students/invitations/${encodeURIComponent(id)}`,
  student: (id: string, query: { month?: string } = {}) => to(`/students/${encodeURIComponent(id)}`, query),
  editStudentHere: (id: string, query: { month?: string } = {}) =>
    to(`/students/${encodeURIComponent(id)}/edit`, query),
  recordPayment: (id: string, query: { month?: string } = {}) =>
    to(`/students/${encodeURIComponent(id)}/payment`, query),
  recordListedPayment: (id: string, query: Query = {}) => to(`/students/payment/${encodeURIComponent(id)}`, query),
  recordManagedPayment: (id: string, query: Query = {}) =>
    to(`/students-management/${encodeURIComponent(id)}/payment`, query),
  recordPaymentOfStudent: (id: string, query: Query = {}) => to(`/payments/record/${encodeURIComponent(id)}`, query),
  recordPaymentByMonth: (id: string, query: Query = {}) =>
    to(`/payments/by-month/record/${encodeURIComponent(id)}`, query),
  recordUnpaid: (id: string, query: Query = {}) => to(`/payments/unpaid/record/${encodeURIComponent(id)}`, query),
  signInLink: (id: string, query: { month?: string } = {}) =>
    to(`/students/${encodeURIComponent(id)}/sign-in-link`, query),
  addRider: (id: string) => `/students/${encodeURIComponent(id)}/riders/new`,
  linkFamily: (id: string, query: { find: 'guardian' | 'rider'; q?: string; choose?: string }) =>
    to(`/students/${encodeURIComponent(id)}/family`, query),
  mergeStudent: (id: string, query: { q?: string; with?: string; keep?: string } = {}) =>
    to(`/students/${encodeURIComponent(id)}/merge`, query),
  unlinkFamily: (id: string) => `/students/${encodeURIComponent(id)}/family/unlink`,
  paperWaiver: (id: string) => `/students/${encodeURIComponent(id)}/waiver`,
  withdrawPaper: (id: string, signature: number) => `/students/${encodeURIComponent(id)}/waiver/${signature}`,
  officeSubscription: (id: string, subscription: number) =>
    `/students/${encodeURIComponent(id)}/subscription/${subscription}`,
  eraseStudent: (id: string) => `/students/${encodeURIComponent(id)}/erase`,
  studentDownload: (id: string) => `/students/${encodeURIComponent(id)}/download`,
  payLink: (id: string) => `/students/${encodeURIComponent(id)}/pay-link`,
  studentHorses: (id: string) => `/students/${encodeURIComponent(id)}/horses`,
  giveMakeup: (id: string) => `/students/${encodeURIComponent(id)}/makeup`,
  makeups: (query: { show?: string; student?: string } = {}) => to('/makeups', query),
  makeup: (id: number, query: { extend?: 1; request?: number } = {}) => to(`/makeups/${id}`, query),
  bookMakeup: (id: number, query: { from?: string | null; day?: string | null; back?: 'week' } = {}) =>
    to(`/makeups/${id}/book`, query),
  makeupRequest: (id: number, query: { from?: string | null; day?: string | null } = {}) =>
    to(`/makeups/requests/${id}`, query),
  makeupsExport: (query: { show?: string; student?: string } = {}) => to('/makeups/export', query),
  studentsManagement: (query: Query = {}) => to('/students-management', query),
  newStudent: (query: Query = {}) => to('/students-management/new', query),
  editStudent: (id: string, query: Query = {}) => to(`/students-management/${encodeURIComponent(id)}/edit`, query),
  removeStudent: (id: string, query: Query = {}) => to(`/students-management/${encodeURIComponent(id)}/remove`, query),
  resetUsage: (query: Query = {}) => to('/students-management/reset', query),
  purchase: (query: Query = {}) => to('/purchase', query),
  reviewPurchase: (query: Query) => to('/purchase/review', query),
  subscription: (query: Query = {}) => to('/subscription', query),
  cancelSubscription: (query: { rider?: string } = {}) => to('/subscription/cancel', query),
  keepSubscription: (query: { rider?: string } = {}) => to('/subscription/keep', query),
  paySubscription: (query: { rider?: string } = {}) => to('/subscription/pay', query),
  subscribe: (query: { client_secret?: string; setup_intent?: 'true'; redirectTo?: string; more?: string } = {}) =>
    to('/subscribe', query),
  paymentMethods: () => '/payment-methods',
  paymentMethodSaved: (query: { redirectTo?: string; setup_intent?: string } = {}) =>
    to('/payment-method-saved', query),
  workingPortal: (query: Query = {}) => to('/working-portal', query),
  simpleTest: () => '/simple-test',
  refund: (transactionId: number, query: Query = {}) => to(`/payments/${transactionId}/refund`, query),
  sales: (query: { year?: number } = {}) => to('/payments/sales', query),
  salesExport: (query: { year: number }) => to('/payments/sales/export', query),
  monthEnd: (query: { month?: string } = {}) => to('/payments/month-end', query),
  monthEndFile: (query: { month: string; format: string; account?: string; part?: number }) =>
    to('/api/admin/reports/month-end', query),
  payouts: (query: { month?: string } = {}) => to('/payments/payouts', query),
  payout: (id: number) => `/payments/payouts/${id}`,
  payoutExport: (id: number) => `/payments/payouts/${id}/export`,
  paymentIssue: (id: number) => `/payments/issues/${id}`,
  reconcilePayments: () => '/payments/reconcile',
  statement: (query: { year?: number; student?: string } = {}) => to('/statement', query),
  statementPdf: (query: { year?: number; student?: string } = {}) => to('/statement/pdf', query),
  receipt: (transactionId: number) => `/receipts/${transactionId}`,
  paymentOnetime: (query: { client_secret: string; payment_intent_id: string } | { order: number }) =>
    to('/payment-onetime', query),
  paymentSuccess: (
    /** `more` is the shop's query for what the family chose for other riders and has not bought yet. */
    query: { payment_intent?: string; status?: string; subscription?: 'started'; rider?: string; more?: string } = {},
  ) => to('/payment-success', query),
  scheduledRides: (query: { student?: string; rider?: string } = {}) => to('/scheduled-rides', query),
  cantCome: (ride: string) => to('/cant-come', { ride }),
  ownMakeups: () => '/my-makeups',
  ownMakeup: (id: number) => `/my-makeups/${id}`,
  offer: (id: number) => `/offers/${id}`,
  findPlace: (query: FindPlaceQuery = {}) => to('/find-a-place', query),
  rideHistory: (query: Query = {}) => to('/ride-history', query),
  rideHistoryExport: (query: Query = {}) => to('/ride-history/export', query),
  weekRidesExport: (query: { week?: string } = {}) => to('/admin/rides/export', query),
  admin: (query: { week?: string; day?: string } = {}) => to('/admin', query),
  newLesson: (query: { week?: string; day?: string; student?: string } = {}) => to('/admin/lessons/new', query),
  lesson: (slot: SlotAddress) => lessonPath(slot),
  addToLesson: (slot: SlotAddress, query: { student?: string } = {}) => to(`${lessonPath(slot)}/add`, query),
  lessonRider: (slot: SlotAddress, riderId: string, query: { back?: string } = {}) =>
    to(`${lessonPath(slot)}/riders/${encodeURIComponent(riderId)}`, query),
  editLesson: (slot: SlotAddress) => `${lessonPath(slot)}/edit`,
  lessonWaitlist: (slot: SlotAddress) => `${lessonPath(slot)}/waitlist`,
  waitlists: () => '/admin/waitlists',
  lessonInstructor: (slot: SlotAddress) => `${lessonPath(slot)}/instructor`,
  markLesson: (slot: SlotAddress) => `${lessonPath(slot)}/mark`,
  putBack: (slot: SlotAddress, rider?: string) => to(`${lessonPath(slot)}/put-back`, { rider }),
  moveRider: (slot: SlotAddress, riderId: string, query: { week?: string } = {}) =>
    to(`${lessonPath(slot)}/riders/${encodeURIComponent(riderId)}/move`, query),
  lessonChanges: (slot: SlotAddress) => `${lessonPath(slot)}/changes`,
  notRecorded: (query: { page?: number; from?: string; since?: number } = {}) => to('/admin/not-recorded', query),
  changes: (query: { page?: number } = {}) => to('/admin/changes', query),
  undoChanges: () => '/admin/changes/undo',
  lessonHorses: (slot: SlotAddress) => `${lessonPath(slot)}/horses`,
  dayHorses: (query: { date?: string; 'last-week'?: string; change?: string; page?: number } = {}) =>
    to('/admin/day/horses', query),
  daySheet: (query: { date?: string } = {}) => to('/admin/day', query),
  closeDay: (query: { date: string; back?: 'week' | 'school'; reason?: string }) => to('/admin/day/close', query),
  seasons: () => '/admin/seasons',
  season: (id: number, query: { day?: number } = {}) => to(`/admin/seasons/${id}`, query),
  editSeason: (id: number) => `/admin/seasons/${id}/edit`,
  removeSeason: (id: number) => `/admin/seasons/${id}/remove`,
  /** A weekly ride of a season, by its key. */
  seasonRide: (id: number, ride: string) => to(`/admin/seasons/${id}/ride`, { ride }),
  addToSeason: (id: number, lesson?: string) => to(`/admin/seasons/${id}/students/new`, { lesson }),
  seasonLesson: (id: number, lesson: string) => to(`/admin/seasons/${id}/lesson`, { lesson }),
  addSeasonLesson: (id: number) => `/admin/seasons/${id}/lessons/new`,
  askAboutSeason: (id: number) => `/admin/seasons/${id}/ask`,
  publishSeason: (id: number) => `/admin/seasons/${id}/publish`,
  seasonWhatIf: (id: number, query: { instructor?: string; day?: string } = {}) =>
    to(`/admin/seasons/${id}/what-if`, query),
  /** Where a family says which times work for it. */
  nextSeason: (id: number) => `/next-season/${id}`,
  changeOfPlans: (query: { date?: string; horse?: string; instructor?: string; arena?: string } = {}) =>
    to('/admin/plans', query),
  hotDay: (query: { date?: string; fewer?: number } = {}) => to('/admin/plans/hot', query),
  cover: (query: { instructor?: string; from?: string; through?: string; time?: string } = {}) =>
    to('/admin/plans/cover', query),
  closedArena: (query: { arena?: string; from?: string; through?: string; time?: string } = {}) =>
    to('/admin/plans/arena', query),
  cancelLessons: (query: { date: string; back?: 'week' | 'school'; lesson?: string; instructor?: string }) =>
    to('/admin/day/cancel', query),
  allStudents: (query: Query = {}) => to('/admin/students', query),
  lessonHistory: (id: string, query: Query = {}) => to(`/admin/students/${encodeURIComponent(id)}`, query),
  editStudentOverWeek: (id: string, query: Query = {}) => to(`/admin/students/${encodeURIComponent(id)}/edit`, query),
  scheduleSettings: (query: { week?: string; day?: string } = {}) => to('/admin/settings', query),
  settings: () => '/settings',
  getStarted: () => '/settings/start',
  rideTypeSettings: () => '/settings/ride-types',
  catalogue: () => '/settings/catalogue',
  catalogueItem: (kind: 'packages' | 'add-ons', id: number | 'new') => `/settings/catalogue/${kind}/${id}`,
  feeSettings: () => '/settings/fee',
  status: () => '/settings/status',
  log: (query: { show?: string; page?: number } = {}) => to('/settings/log', query),
  lessonTimes: () => '/settings/lesson-times',
  makeupSettings: () => '/settings/makeups',
  noticeSettings: () => '/settings/notices',
  privacySettings: () => '/settings/privacy',
  schoolSettings: () => '/settings/school',
  cardPayments: () => '/settings/card-payments',
  mailSettings: () => '/settings/mail',
  donationSettings: () => '/settings/donations',
  textSettings: () => '/settings/texts',
  logo: (name: string) => to(`/logo/${name}`),
  schoolLogo: () => '/settings/school/logo',
  removeLogo: () => '/settings/school/logo/remove',
  timeZone: () => '/settings/school/time-zone',
  administrators: () => '/settings/administrators',
  addAdministrator: (query: { email?: string } = {}) => to('/settings/administrators/add', query),
  removeAdministrator: (id: string) => `/settings/administrators/${encodeURIComponent(id)}/remove`,
  instructors: () => '/settings/instructors',
  instructorHours: (query: { month?: string } = {}) => to('/settings/instructors/hours', query),
  instructorHoursExport: (query: { month?: string } = {}) => to('/settings/instructors/hours/export', query),
  instructor: (id: string) => `/settings/instructors/${encodeURIComponent(id)}`,
  removeInstructor: (id: string) => `/settings/instructors/${encodeURIComponent(id)}/remove`,
  inviteInstructor: (id: string) => `/settings/instructors/${encodeURIComponent(id)}/invite`,
  importStudents: () => '/settings/import',
  studentImport: (id: string) => `/settings/import/${encodeURIComponent(id)}`,
  waiverSettings: () => '/settings/waivers',
  waiverDraft: () => '/settings/waivers/draft',
  publishWaiver: () => '/settings/waivers/draft/publish',
  waiverVersion: (id: number) => `/settings/waivers/${id}`,
  withdrawWaiver: (id: number) => `/settings/waivers/${id}/withdraw`,
  waiversExport: () => '/settings/waivers/export',
  newRide: (query: Query = {}) => to('/admin/rides/new', query),
  horses: (query: { week?: string } = {}) => to('/horses', query),
  manageHorses: ({ list = '/horses/manage', ...query }: HorseList = {}) => to(list, query),
  removeHorse: (id: number, { list = '/horses/manage', ...query }: HorseList = {}) => to(`${list}/${id}/remove`, query),
  restHorse: (id: number, { list = '/horses/manage', ...query }: HorseList = {}) => to(`${list}/${id}/rest`, query),
  horseCare: (id: number, { list = '/horses/manage', ...query }: HorseList = {}) => to(`${list}/${id}/care`, query),
  horseRiders: (id: number, { list = '/horses/manage', ...query }: HorseList = {}) => to(`${list}/${id}/riders`, query),
  ridesAtRest: (id: number, query: { from?: string; until?: string; reason?: string } = {}) =>
    to(`/horses/${id}/rides`, query),
  weekHorses: (query: { week?: string } = {}) => to('/horses/week', query),
  oneMoreHorse: (query: { date?: string } = {}) => to('/horses/one-more', query),
  horseTracking: (query: { week?: string; horse?: number; page?: number } = {}) => to('/horses/tracking', query),
  workload: (query: { from?: string; to?: string; horse?: number } = {}) => to('/horses/workload', query),
  addHorseWork: (query: { from?: string; to?: string; horse?: number } = {}) => to('/horses/workload/add', query),
  workloadPdf: (query: { from?: string; to?: string; horse?: number } = {}) => to('/horses/workload/pdf', query),
  workloadExport: (query: { from?: string; to?: string; horse?: number } = {}) => to('/horses/workload/export', query),
  horseUsageExport: (query: { week?: string; horse?: number } = {}) => to('/horses/export', query),
  calendar: (key: string) => to('/calendar.ics', { key }),
  payments: (query: Query = {}) => to('/payments', query),
  unpaid: (query: Query = {}) => to('/payments/unpaid', query),
  asLastMonth: (query: { month?: string } = {}) => to('/payments/as-last-month', query),
  askedOrders: () => '/payments/asked',
  recordAsked: (id: number) => `/payments/asked/${id}`,
  declineAsked: (id: number) => `/payments/asked/${id}/decline`,
  takeBackAsked: (id: number) => `/asked/${id}`,
  paymentsByMonth: (query: Query = {}) => to('/payments/by-month', query),
  paymentsOffline: () => '/payments/offline',
  removeRecordedPayment: (id: number) => `/payments/recorded/${id}`,
  paymentsExport: () => '/payments/export',
  donations: (query: { page?: number; events?: number } = {}) => to('/donations', query),
  donationLink: () => '/donations/link',
  studentCredit: (id: string, query: { month?: string } = {}) =>
    to(`/students/${encodeURIComponent(id)}/credit`, query),
  newEvent: (query: { name?: string } = {}) => to('/donations/events/new', query),
  event: (id: number) => `/donations/events/${id}`,
  removeEvent: (id: number) => `/donations/events/${id}/remove`,
  donationsExport: () => '/donations/export',
  donationsImport: (query: { kind?: string } = {}) => to('/donations/import', query),
  donationsImportPreview: (id: string) => `/donations/import/${encodeURIComponent(id)}`,
  outbox: (query: { id?: number; view?: 'html'; page?: number } = {}) => to('/outbox', query),
  transactionReport: ({ start, end }: { start: string; end: string }) =>
    to('/api/admin/reports/transactions', { format: 'csv', start_date: start, end_date: end }),
}

/** Whether a path is one of the office's screens. */
export const isAdminPath = (path: string): boolean =>
  /^\/(admin|search|students|students-management|horses|donations|makeups|payments|settings)([/?#]|$)/.test(path)

/** The payment screen shows what these calls of the API answer. */
const ASKED_BY_SCREEN = ['/api/payment/check', '/api/payment/price']

/** Whether a path is a screen for families and visitors. Those of the office and of instructors are not translated, nor is the rest of the API. */
export const isTranslatedPath = (path: string): boolean =>
  ASKED_BY_SCREEN.includes(path) || (!isAdminPath(path) && !/^\/(teaching|api)([/?#]|$)/.test(path))

/** Which of the two lists of horses is meant: that of the settings, or that above the week of Horses. */
export interface HorseList {
  list?: '/horses/manage' | '/settings/horses'
  week?: string
}

export const isSettingsPath = (path: string): boolean => /^\/settings([/?#]|$)/.test(path)

/** Returns a request's address as a path of ours. */
export function pathOf(request: { url: string }): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
