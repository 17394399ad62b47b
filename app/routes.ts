import { index, layout, prefix, type RouteConfig, route } from '@remix-run/route-config'

/** A lesson is its day, time and ride type. */
const SLOT = 'lessons/:date/:time/:type'

/** Stands over each screen that shows who has not paid. */
const RECORD_PAYMENT = 'routes/office/payments/record-payment.tsx'

/** Every address of the product. Dialogs are children of the screen that they stand over. */
export default [
  layout('routes/portal/layout.tsx', [
    index('routes/portal/home/home.tsx'),
    route('profile', 'routes/portal/profile/profile.tsx', [
      route('edit', 'routes/portal/profile/edit.tsx'),
      route('password', 'routes/portal/profile/password.tsx'),
    ]),
    route('profile/notices', 'routes/portal/profile/notices.tsx'),
    route('profile/complete', 'routes/portal/profile/complete.tsx'),
    route('purchase', 'routes/portal/purchase/purchase.tsx'),
    route('purchase/review', 'routes/portal/purchase/review.tsx'),
    route('payment-onetime', 'routes/portal/pay/onetime.tsx'),
    route('payment-success', 'routes/portal/pay/success.tsx'),
    route('payment-methods', 'routes/portal/pay/methods.ts'),
    route('payment-method-saved', 'routes/portal/pay/method-saved.ts'),
    route('subscribe', 'routes/portal/pay/subscribe.tsx'),
    route('receipts/:id', 'routes/portal/pay/receipt.tsx'),
    route('subscription', 'routes/portal/subscription/subscription.tsx', [
      route('cancel', 'routes/portal/subscription/cancel.tsx'),
    ]),
    route('subscription/keep', 'routes/portal/subscription/keep.ts'),
    route('subscription/pay', 'routes/portal/subscription/pay.ts'),
    route('waivers', 'routes/portal/waivers/waivers.tsx'),
    route('waivers/:id', 'routes/portal/waivers/waiver.tsx'),
    route('scheduled-rides', 'routes/portal/rides/scheduled.tsx'),
    route('ride-history', 'routes/portal/rides/history.tsx'),
    route('cant-come', 'routes/portal/rides/cant-come.tsx'),
    route('find-a-place', 'routes/portal/places/find-a-place.tsx'),
    route('offers/:id', 'routes/portal/places/offer.tsx'),
    // In demo mode only.
    route('outbox', 'routes/portal/demo/outbox.tsx'),
    route('working-portal', 'routes/portal/demo/working-portal.tsx'),
    route('simple-test', 'routes/portal/demo/simple-test.tsx'),
    route('api/docs', 'routes/portal/demo/api-docs.tsx'),
  ]),
  route('profile/payment-portal', 'routes/portal/profile/payment-portal.ts'),
  route('waivers/:id/pdf', 'routes/portal/waivers/pdf.ts'),
  route('profile/download', 'routes/portal/profile/download.ts'),
  route('ride-history/export', 'routes/portal/rides/history-export.ts'),
  route('unsubscribe/:token', 'routes/portal/profile/unsubscribe.tsx'),
  route('calendar.ics', 'routes/portal/rides/calendar-feed.ts'),
  ...['customer', 'portal', 'test-portal'].map((path) => route(path, 'routes/to-portal.ts', { id: path })),

  route('auth', 'routes/auth/auth.tsx', [
    route('magic-link', 'routes/auth/magic-link.tsx'),
    route('forgot-password', 'routes/auth/forgot-password.tsx'),
  ]),
  route('test-login', 'routes/auth/test-login.tsx'),
  route('logout', 'routes/auth/logout.ts'),

  layout('routes/office/layout.tsx', { id: 'teaching-frame' }, [
    route('teaching', 'routes/teaching/teaching.tsx', [
      route(':date/:time/:type/:riderId', 'routes/teaching/ride.tsx'),
    ]),
  ]),

  layout('routes/office/layout.tsx', [
    route('admin', 'routes/office/week/week.tsx', [
      route('lessons/new', 'routes/office/lessons/new/new-lesson.tsx'),
      ...prefix(SLOT, [
        index('routes/office/lessons/lesson.tsx'),
        route('add', 'routes/office/lessons/rider/add-rider.tsx'),
        route('edit', 'routes/office/lessons/edit-lesson.tsx'),
        route('mark', 'routes/office/lessons/mark.ts'),
        route('changes', 'routes/office/lessons/changes.tsx'),
        route('instructor', 'routes/office/lessons/instructor.tsx'),
        route('waitlist', 'routes/office/waitlist/lesson-waitlist.tsx'),
        route('put-back', 'routes/office/lessons/put-back.tsx'),
        route('riders/:riderId', 'routes/office/lessons/rider/rider.tsx'),
        route('horses', 'routes/office/day/lesson-horses.tsx'),
        route('riders/:riderId/move', 'routes/office/lessons/rider/move-rider.tsx'),
      ]),
      route('rides/new', 'routes/office/lessons/new/new-ride.tsx'),
      route('settings', 'routes/office/week/ride-types.tsx'),
      ...prefix('students', [
        index('routes/office/students/all-students.tsx'),
        route(':id', 'routes/office/students/lesson-history.tsx'),
        route(':id/edit', 'routes/office/students/edit-over-week.tsx'),
      ]),
    ]),
    route('admin/changes', 'routes/office/week/changes.tsx'),
    route('admin/waitlists', 'routes/office/waitlist/waitlists.tsx'),
    route('admin/changes/undo', 'routes/office/lessons/undo.ts'),
    route('admin/day', 'routes/office/day/day-sheet.tsx', [route('close', 'routes/office/day/close.tsx')]),
    route('search', 'routes/office/search/search.tsx'),
    route('admin/not-recorded', 'routes/office/day/not-recorded.tsx'),
    route('admin/day/horses', 'routes/office/day/day-horses.tsx'),
    route('students', 'routes/office/students/month.tsx', [
      route('new', 'routes/office/students/new-student.tsx', { id: 'students/new' }),
      route('payment/:id', RECORD_PAYMENT, { id: 'students/record-payment' }),
    ]),
    route('students/:id', 'routes/office/students/student/student.tsx', [
      route('edit', 'routes/office/students/student/edit.tsx'),
      route('sign-in-link', 'routes/office/students/student/sign-in-link.tsx'),
      route('waiver', 'routes/office/students/student/waiver/paper.tsx'),
      route('waiver/:signature', 'routes/office/students/student/waiver/withdraw-paper.tsx'),
      route('erase', 'routes/office/students/student/erase.tsx'),
      route('riders/new', 'routes/office/students/family/add-rider.tsx'),
      route('family', 'routes/office/students/family/link.tsx'),
      route('family/unlink', 'routes/office/students/family/unlink.tsx'),
      route('merge', 'routes/office/students/family/merge.tsx'),
      route('payment', RECORD_PAYMENT, { id: 'student/record-payment' }),
    ]),
    route('students/:id/download', 'routes/office/students/student/download.ts'),
    route('students/:id/credit', 'routes/office/students/student/use-credit.ts'),
    route('students/:id/pay-link', 'routes/office/students/unpaid/pay-link.ts'),
    route('students/:id/makeup', 'routes/office/makeups/give.tsx'),
    route('makeups', 'routes/office/makeups/makeups.tsx', [route(':makeupId', 'routes/office/makeups/makeup.tsx')]),
    route('students-management', 'routes/office/students/management.tsx', [
      route('new', 'routes/office/students/new-student.tsx', { id: 'students-management/new' }),
      route('reset', 'routes/office/students/reset-usage.tsx'),
      route(':id/edit', 'routes/office/students/edit-student.tsx'),
      route(':id/remove', 'routes/office/students/remove-student.tsx'),
      route(':id/payment', RECORD_PAYMENT, { id: 'students-management/record-payment' }),
    ]),
    route('horses', 'routes/office/horses/horses.tsx', [
      route('manage', 'routes/office/horses/manage.tsx'),
      route('manage/:id/remove', 'routes/office/horses/remove-horse.tsx'),
      route('tracking', 'routes/office/horses/tracking.tsx'),
    ]),
    route('horses/workload', 'routes/office/horses/workload/workload.tsx'),
    route('payments', 'routes/office/payments/payments.tsx', [
      route('export', 'routes/office/payments/export.tsx'),
      route('record/:id', RECORD_PAYMENT, { id: 'payments/record-payment' }),
      route(':id/refund', 'routes/office/payments/refund.tsx'),
      route('issues/:id', 'routes/office/payments/issue.tsx'),
    ]),
    route('payments/offline', 'routes/office/payments/offline.ts'),
    route('payments/reconcile', 'routes/office/payments/reconcile.ts'),
    route('donations', 'routes/office/donations/donations.tsx', [
      route('link', 'routes/office/donations/link.tsx'),
      route('events/new', 'routes/office/donations/new-event.tsx'),
      route('events/:id', 'routes/office/donations/event.tsx'),
      route('events/:id/remove', 'routes/office/donations/remove-event.tsx'),
      route('import', 'routes/office/donations/import.tsx'),
      route('import/:id', 'routes/office/donations/import-preview.tsx'),
    ]),
    route('settings', 'routes/office/settings/settings.tsx', [
      index('routes/office/settings/index.ts'),
      route('catalogue', 'routes/office/settings/catalogue/catalogue.tsx', [
        route(':kind/:id', 'routes/office/settings/catalogue/item.tsx'),
      ]),
      route('fee', 'routes/office/settings/fee.tsx'),
      route('school', 'routes/office/settings/school.tsx'),
      route('makeups', 'routes/office/settings/makeups.tsx'),
      route('notices', 'routes/office/settings/notices.tsx'),
      route('status', 'routes/office/settings/status.tsx'),
      route('privacy', 'routes/office/settings/privacy.tsx'),
      route('instructors', 'routes/office/settings/instructors/instructors.tsx', [
        route(':id', 'routes/office/settings/instructors/instructor.tsx'),
        route(':id/invite', 'routes/office/settings/instructors/invite.tsx'),
        route(':id/remove', 'routes/office/settings/instructors/remove.tsx'),
      ]),
      route('waivers', 'routes/office/settings/waivers/waivers.tsx', [
        route(':id', 'routes/office/settings/waivers/version.tsx'),
        route(':id/withdraw', 'routes/office/settings/waivers/withdraw.tsx'),
      ]),
      route('waivers/draft', 'routes/office/settings/waivers/draft.tsx', [
        route('publish', 'routes/office/settings/waivers/publish.tsx'),
      ]),
      route('administrators', 'routes/office/settings/administrators/administrators.tsx', [
        route('add', 'routes/office/settings/administrators/add.tsx'),
        route(':id/remove', 'routes/office/settings/administrators/remove.tsx'),
      ]),
    ]),
  ]),
  route('admin/rides/export', 'routes/office/week/rides-export.ts'),
  route('makeups/export', 'routes/office/makeups/export.ts'),
  route('students/export', 'routes/office/students/export.ts'),
  route('horses/export', 'routes/office/horses/export.ts'),
  route('horses/workload/export', 'routes/office/horses/workload/export.ts'),
  route('settings/waivers/export', 'routes/office/settings/waivers/export.ts'),
  route('donations/export', 'routes/office/donations/export.ts'),

  route('api/*', 'routes/api.ts'),
  route('webhooks/stripe', 'routes/webhooks/stripe.ts'),
  route('webhooks/zeffy', 'routes/webhooks/zeffy.ts'),
  route('sandbox/stripe/*', 'routes/sandbox.ts'),
  route('healthz', 'routes/healthz.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
