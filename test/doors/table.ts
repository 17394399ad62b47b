import type { Actor, DoorSchool } from './school'

/** Whom an address serves: everyone, anyone signed in, a family or the office, the office, an instructor, or these two. */
export type Who = 'anyone' | 'signed-in' | 'staff' | 'viewer' | 'office' | 'instructor'

export interface Door {
  /**
   * Who may look; a number for an address that shows nothing and answers everyone with that status, such as one that
   * only a form leads to.
   */
  look: Who | number
  /** Who may send its form; undefined if it has no form. */
  form?: Who
  /** Statuses for a look other than 200. */
  answers?: Partial<Record<Actor, number>>
  /** Whether a form sent here meets the guard of the screen below first, and only then the refusal that there is no form. */
  guarded?: true
  /** Returns the address of something that exists; the pattern itself if it is left out. */
  at?: (ids: DoorSchool['ids']) => string
}

const door = (look: Who | number, form?: Who, more: Partial<Door> = {}): Door => ({ look, form, ...more })
const everybody = (status: number) => ({
  removed: status,
  former: status,
  rider: status,
  family: status,
  newcomer: status,
  instructor: status,
  admin: status,
})
const office = (path: string, more: Partial<Door> = {}) =>
  door('office', 'office', { at: ({ rider }) => path.replace(':id', rider), ...more })

/** Makes the row of an address below a lesson of the sample school. */
const lesson = (below: string, look: Who | number = 'office', more: Partial<Door> = {}) =>
  door(look, 'office', {
    at: ({ slot, rider }) => `/admin/lessons/${slot}${below.replace(':riderId', rider)}`,
    ...more,
  })

const SLOT = '/admin/lessons/:date/:time/:type'

/** Every address of the route map but the API's. A removed student is hidden from lists and may still sign in. */
export const DOORS: Record<string, Door> = {
  '/': door('anyone', undefined, { answers: { instructor: 302 } }),
  '/profile': door('viewer', 'viewer'),
  '/profile/edit': door('viewer', 'viewer'),
  '/profile/password': door('viewer', 'viewer'),
  '/profile/riders/new': door('viewer', 'viewer'),
  '/profile/riders/:id': door('viewer', 'viewer', { at: () => '/profile/riders/999999', answers: everybody(404) }),
  '/second-step': door('staff', 'staff'),
  '/second-step/passkey': door('staff', 'staff'),
  '/second-step/passkeys/:id/remove': door('staff', 'staff', { answers: { instructor: 404, admin: 404 } }),
  '/sign-in-code': door(302, 'anyone'),
  '/devices': door('signed-in', 'signed-in'),
  '/devices/everywhere': door('signed-in', 'signed-in'),
  '/profile/notices': door('viewer', 'viewer'),
  '/profile/texts': door('viewer', 'viewer'),
  '/profile/complete': door('viewer', 'viewer', { answers: { ...everybody(302), newcomer: 200 } }),
  '/profile/payment-portal': door(302, 'viewer'),
  '/purchase': door('anyone', 'anyone', { answers: { instructor: 403 } }),
  '/purchase/review': door('viewer', 'viewer', { answers: everybody(302) }),
  '/payment-onetime': door('viewer', 'viewer', { answers: everybody(400) }),
  '/payment-success': door('viewer', undefined, { answers: everybody(400) }),
  '/payment-methods': door(302, 'viewer'),
  '/payment-method-saved': door('viewer', undefined, { answers: everybody(302) }),
  '/subscribe': door(400, 'viewer'),
  '/receipts/:id': door('viewer', undefined, {
    at: ({ payment }) => `/receipts/${payment}`,
    answers: { ...everybody(404), rider: 200, admin: 200 },
  }),
  '/statement': door('viewer'),
  '/statement/pdf': door('viewer'),
  '/asked/:order': door(302, 'viewer', { at: () => '/asked/1' }),
  '/waivers': door('viewer', 'viewer'),
  '/waivers/:id': door('viewer', undefined, {
    at: ({ waiver }) => `/waivers/${waiver}`,
    answers: { ...everybody(404), rider: 200, admin: 200 },
  }),
  '/waivers/:id/pdf': door('viewer', undefined, {
    at: ({ waiver }) => `/waivers/${waiver}/pdf`,
    answers: { ...everybody(404), rider: 200, admin: 200 },
  }),
  '/consent': door('viewer', 'viewer'),
  '/subscription': door('viewer', 'viewer'),
  '/subscription/cancel': door('viewer', 'viewer', { answers: { ...everybody(302), rider: 200 } }),
  '/subscription/keep': door(302, 'viewer'),
  '/subscription/pay': door('viewer', undefined, { answers: everybody(302) }),
  '/scheduled-rides': door('viewer', 'viewer'),
  '/cant-come': door('viewer', 'viewer', { answers: everybody(404) }),
  '/find-a-place': door('viewer', 'viewer'),
  '/my-makeups': door('viewer'),
  '/my-makeups/:id': door('viewer', 'viewer', { at: () => '/my-makeups/999999', answers: everybody(404) }),
  '/offers/:id': door('viewer', 'viewer', { at: () => '/offers/999999', answers: everybody(404) }),
  '/ride-history': door('viewer'),
  '/ride-history/export': door('viewer'),
  '/profile/download': door('viewer'),
  '/calendar.ics': door(404),
  '/.well-known/security.txt': door('anyone'),
  '/.well-known/change-password': door(302),
  '/customer': door(302),
  '/portal': door(302),
  '/test-portal': door(302),

  '/teaching': door('instructor', 'instructor'),
  '/teaching/undo': door(302, 'instructor'),
  '/teaching/password': door('instructor', 'instructor'),
  '/teaching/notices': door('instructor', 'instructor'),
  '/teaching/calendar': door('instructor', 'instructor'),
  '/teaching/cant-come': door('instructor', 'instructor'),
  '/teaching/:date/:time/:type/:riderId': door('instructor', 'instructor', {
    at: ({ taught }) => `/teaching/${taught}`,
  }),
  '/auth': door('anyone', 'anyone', { answers: everybody(302) }),
  '/auth/magic-link': door('anyone', 'anyone', { answers: { ...everybody(302), admin: 200 } }),
  '/auth/forgot-password': door('anyone', 'anyone', { answers: { ...everybody(302), admin: 200 } }),
  '/confirm-address': door(302, 'anyone'),
  '/first-administrator': door(404, 'anyone'),
  '/welcome': door(404, 'anyone'),
  '/welcome/steps': door('viewer'),
  '/confirm': door('viewer', 'viewer'),
  '/logout': door(302, 'anyone'),
  '/language': door(302, 'anyone'),

  '/admin': door('office'),
  '/admin/lessons/new': door('office', 'office'),
  [SLOT]: lesson(''),
  [`${SLOT}/add`]: lesson('/add'),
  [`${SLOT}/edit`]: lesson('/edit'),
  [`${SLOT}/mark`]: lesson('/mark', 302),
  [`${SLOT}/changes`]: lesson('/changes', 'office', { form: undefined, guarded: true }),
  [`${SLOT}/instructor`]: lesson('/instructor'),
  [`${SLOT}/waitlist`]: lesson('/waitlist'),
  [`${SLOT}/put-back`]: lesson('/put-back', 'office', { answers: { admin: 404 } }),
  [`${SLOT}/riders/:riderId`]: lesson('/riders/:riderId', 'office', { answers: { admin: 404 } }),
  [`${SLOT}/riders/:riderId/move`]: lesson('/riders/:riderId/move', 'office', { answers: { admin: 404 } }),
  [`${SLOT}/horses`]: lesson('/horses'),
  '/admin/rides/new': door('office', 'office'),
  '/admin/rides/export': door('office'),
  '/admin/settings': door('office', 'office'),
  '/admin/students': door('office'),
  '/admin/students/:id': office('/admin/students/:id', { form: undefined, guarded: true }),
  '/admin/students/:id/edit': office('/admin/students/:id/edit'),
  '/admin/changes': door('office'),
  '/admin/waitlists': door('office'),
  '/admin/changes/undo': door(302, 'office'),
  '/admin/day': door('office'),
  '/admin/day/close': door('office', 'office'),
  '/admin/day/cancel': door('office', 'office'),
  '/admin/day/horses': door('office', 'office'),
  '/admin/seasons': door('office', 'office'),
  '/admin/seasons/:season': office('/admin/seasons/1'),
  '/admin/seasons/:season/edit': office('/admin/seasons/1/edit'),
  '/admin/seasons/:season/remove': office('/admin/seasons/1/remove'),
  '/admin/seasons/:season/ride': office('', { at: ({ seat }) => `/admin/seasons/1/ride?ride=${seat}` }),
  '/admin/seasons/:season/students/new': office('/admin/seasons/1/students/new'),
  '/admin/seasons/:season/lesson': office('', { at: ({ lesson }) => `/admin/seasons/1/lesson?lesson=${lesson}` }),
  '/admin/seasons/:season/lessons/new': office('/admin/seasons/1/lessons/new'),
  '/admin/seasons/:season/ask': office('/admin/seasons/1/ask'),
  '/admin/seasons/:season/publish': office('/admin/seasons/1/publish'),
  '/admin/seasons/:season/what-if': door('office', undefined, { at: () => '/admin/seasons/1/what-if' }),
  '/next-season/:season': door('viewer', 'viewer', { at: () => '/next-season/1' }),
  '/admin/plans': door('office', 'office'),
  '/admin/plans/hot': office('', { at: () => '/admin/plans/hot?date=2026-12-01&fewer=1' }),
  '/admin/plans/cover': office('', {
    at: ({ instructor }) => `/admin/plans/cover?instructor=${instructor}&from=2026-12-01`,
  }),
  '/admin/plans/arena': office('', { at: () => '/admin/plans/arena?arena=Indoor&from=2026-12-01' }),
  '/admin/not-recorded': door('office'),
  '/search': door('office'),

  '/students': door('office'),
  '/students/new': door('office', 'office'),
  '/students/notes': door('office', 'office'),
  '/students/invitations': door('office', 'office'),
  '/students/invitations/:id': door('office', 'office', { answers: { admin: 404 } }),
  '/students/export': door('office'),
  '/students/payment/:id': office('/students/payment/:id'),
  '/students/:id': office('/students/:id'),
  '/students/:id/edit': office('/students/:id/edit'),
  '/students/:id/sign-in-link': office('/students/:id/sign-in-link'),
  '/students/:id/waiver': office('/students/:id/waiver'),
  '/students/:id/waiver/:signature': office('', {
    at: ({ rider }) => `/students/${rider}/waiver/1`,
    answers: { admin: 404 },
  }),
  '/students/:id/erase': office('/students/:id/erase'),
  '/students/:id/subscription/:subscription': office('', {
    at: ({ rider }) => `/students/${rider}/subscription/1`,
    answers: { admin: 404 },
  }),
  '/students/:id/riders/new': office('/students/:id/riders/new'),
  '/students/:id/family': office('/students/:id/family'),
  '/students/:id/merge': office('/students/:id/merge'),
  '/students/:id/family/unlink': office('/students/:id/family/unlink', { answers: { admin: 200 } }),
  '/students/:id/download': door('office', undefined, { at: ({ rider }) => `/students/${rider}/download` }),
  '/students/:id/payment': office('/students/:id/payment'),
  '/students/:id/credit': office('/students/:id/credit', { look: 302 }),
  '/students/:id/pay-link': office('/students/:id/pay-link', { look: 302 }),
  '/students-management': door('office', 'office'),
  '/students-management/new': door('office', 'office'),
  '/students-management/reset': door('office', 'office'),
  '/students-management/:id/edit': office('/students-management/:id/edit'),
  '/students-management/:id/remove': office('/students-management/:id/remove'),
  '/students-management/:id/payment': office('/students-management/:id/payment'),

  '/horses': door('office'),
  '/horses/manage': door('office', 'office'),
  '/horses/week': door('office', 'office'),
  '/horses/one-more': door('office'),
  '/horses/:id/rides': office('', { at: ({ horse }) => `/horses/${horse}/rides` }),
  '/horses/manage/:id/rest': office('', { at: ({ horse }) => `/horses/manage/${horse}/rest` }),
  '/horses/manage/:id/care': office('', { at: ({ horse }) => `/horses/manage/${horse}/care` }),
  '/horses/manage/:id/riders': office('', { at: ({ horse }) => `/horses/manage/${horse}/riders` }),
  '/horses/manage/:id/remove': office('', { at: ({ horse }) => `/horses/manage/${horse}/remove` }),
  '/horses/tracking': door('office'),
  '/horses/export': door('office'),
  '/horses/workload': door('office', 'office'),
  '/horses/workload/add': door('office', 'office'),
  '/horses/workload/export': door('office'),
  '/horses/workload/pdf': door('office'),

  '/payments': door('office'),
  '/payments/export': door('office'),
  '/payments/record/:id': office('/payments/record/:id'),
  '/payments/:id/refund': office('', { at: ({ payment }) => `/payments/${payment}/refund` }),
  '/payments/issues/:id': office('', { at: () => '/payments/issues/1' }),
  '/payments/month-end': door('office'),
  '/payments/payouts': door('office'),
  '/payments/payouts/:id': office('', { at: () => '/payments/payouts/1', form: undefined }),
  '/payments/payouts/:id/export': office('', { at: () => '/payments/payouts/1/export', form: undefined }),
  '/payments/as-last-month': door('office', 'office'),
  '/payments/asked': door('office'),
  '/payments/asked/:order': office('', { at: () => '/payments/asked/999999', answers: { admin: 404 } }),
  '/payments/asked/:order/decline': office('', {
    at: () => '/payments/asked/999999/decline',
    answers: { admin: 404 },
  }),
  '/payments/unpaid': door('office'),
  '/payments/unpaid/record/:id': office('/payments/unpaid/record/:id'),
  '/payments/by-month': door('office'),
  '/payments/by-month/record/:id': office('/payments/by-month/record/:id'),
  '/payments/sales': door('office'),
  '/payments/sales/export': door('office'),
  '/payments/offline': door(302, 'office'),
  '/payments/recorded/:id': door(302, 'office', { at: () => '/payments/recorded/1' }),
  '/payments/reconcile': door(302, 'office'),

  '/donations': door('office'),
  '/donations/link': door('office', 'office'),
  '/donations/export': door('office'),
  '/donations/events/new': door('office', 'office'),
  '/donations/events/:id': office('', { at: ({ event }) => `/donations/events/${event}` }),
  '/donations/events/:id/remove': office('', { at: ({ event }) => `/donations/events/${event}/remove` }),
  '/donations/import': door('office', 'office'),
  '/donations/import/:id': office('', { at: () => '/donations/import/1', answers: { admin: 302 } }),

  '/settings': door('office', undefined, { answers: { admin: 302 } }),
  '/settings/catalogue': door('office'),
  '/settings/catalogue/:kind/:id': office('', { at: () => '/settings/catalogue/packages/1' }),
  '/settings/start': door('office', 'office'),
  '/settings/fee': door('office', 'office'),
  '/settings/mail': door('office', 'office'),
  '/settings/donations': door('office', 'office'),
  '/settings/texts': door('office', 'office'),
  '/settings/card-payments': door('office', 'office'),
  '/settings/ride-types': door('office', 'office'),
  '/settings/horses': door('office', 'office'),
  '/settings/horses/:id/rest': office('', { at: ({ horse }) => `/settings/horses/${horse}/rest` }),
  '/settings/horses/:id/care': office('', { at: ({ horse }) => `/settings/horses/${horse}/care` }),
  '/settings/horses/:id/riders': office('', { at: ({ horse }) => `/settings/horses/${horse}/riders` }),
  '/settings/horses/:id/remove': office('', { at: ({ horse }) => `/settings/horses/${horse}/remove` }),
  '/settings/school': door('office', 'office'),
  '/settings/school/logo': door('office', 'office'),
  '/settings/school/logo/remove': door('office', 'office', { answers: { admin: 302 } }),
  '/settings/school/time-zone': door('office', 'office'),
  '/settings/status': door('office', 'office'),
  '/settings/log': door('office'),
  '/makeups': door('office'),
  '/makeups/:makeupId': door('office', 'office', { at: () => '/makeups/999999999', answers: { admin: 404 } }),
  '/makeups/:makeupId/book': door('office', 'office', { at: () => '/makeups/999999999/book', answers: { admin: 404 } }),
  '/makeups/requests/:requestId': door('office', 'office', {
    at: () => '/makeups/requests/999999999',
    answers: { admin: 404 },
  }),
  '/makeups/export': door('office'),
  '/students/:id/makeup': office('/students/:id/makeup'),
  '/students/:id/horses': office('/students/:id/horses'),
  '/settings/import': door('office', 'office'),
  '/settings/import/:id': office('', { at: () => '/settings/import/1', answers: { admin: 302 } }),
  '/settings/lesson-times': door('office', 'office'),
  '/settings/makeups': door('office', 'office'),
  '/settings/notices': door('office', 'office'),
  '/settings/privacy': door('office', 'office'),
  '/settings/instructors': door('office'),
  '/settings/instructors/hours': door('office'),
  '/settings/instructors/hours/export': door('office'),
  '/settings/instructors/:id': office('', { at: ({ instructor }) => `/settings/instructors/${instructor}` }),
  '/settings/instructors/:id/invite': office('', {
    at: ({ instructor }) => `/settings/instructors/${instructor}/invite`,
  }),
  '/settings/instructors/:id/remove': office('', {
    at: ({ instructor }) => `/settings/instructors/${instructor}/remove`,
  }),
  '/settings/waivers': door('office', 'office'),
  '/settings/waivers/draft': door('office', 'office'),
  '/settings/waivers/draft/publish': door('office', 'office'),
  '/settings/waivers/:id': office('', { at: () => '/settings/waivers/1', form: undefined }),
  '/settings/waivers/:id/withdraw': office('', { at: () => '/settings/waivers/1/withdraw' }),
  '/settings/waivers/export': door('office'),
  '/settings/administrators': door('office'),
  '/settings/administrators/add': door('office', 'office'),
  '/settings/administrators/:id/remove': office('/settings/administrators/:id/remove', { answers: { admin: 404 } }),

  '/logo/:name': door(404),
  '/healthz': door('anyone'),
}

/** Addresses that only the demo has. */
export const DEMO: Record<string, Door> = {
  '/outbox': door('anyone'),
  '/working-portal': door('viewer', 'viewer'),
  '/simple-test': door('viewer', 'viewer'),
  '/api/docs': door('anyone'),
  '/test-login': door('anyone', 'anyone'),
}

export interface Same {
  at?: string
  get: number
  post: number
  foreign?: number
}

/** Addresses that are the same for everyone: those for other programs, whose own tests check their answers, and unknown ones. */
export const REST: Record<string, Same> = {
  '/unsubscribe/:token': { at: '/unsubscribe/guessed', get: 404, post: 404, foreign: 404 },
  '/webhooks/stripe': { get: 405, post: 400 },
  '/webhooks/zeffy': { get: 405, post: 404 },
  '/webhooks/texts': { get: 405, post: 403 },
  '/*': { at: '/no-such-page', get: 404, post: 404 },
}

/** The same for addresses that only the demo has. */
export const DEMO_REST: Record<string, Same> = {
  '/sandbox/texts/*': { at: '/sandbox/texts/nothing', get: 404, post: 404 },
  '/sandbox/stripe/*': { at: '/sandbox/stripe/v1/nothing', get: 401, post: 401 },
}
