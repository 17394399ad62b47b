import type { Fault } from '../put-in'

/** A fault inserted on purpose into code that needs a database. */
interface Mutant extends Fault {
  /** The test that has to notice it. */
  test: [file: string, title: string]
  /** That test needs PostgreSQL: on the embedded database's one connection nothing waits for a row. */
  waits?: true
}

export const MUTANTS: Mutant[] = [
  {
    file: 'app/models/money/payments/grant.server.ts',
    from: '«!granted.includes(id)»',
    to: 'true',
    test: [
      'app/models/money/paying/family-orders.test.ts',
      'One payment for two children grants once to each, however many processes sync it at once',
    ],
  },
  {
    file: 'app/models/money/payments/grant.server.ts',
    from: 'again ? null : orderId',
    to: 'orderId',
    test: [
      'app/models/money/paying/over-midnight.test.ts',
      'A second payment of a paid order, made after midnight, is granted by the office for the month of its charge',
    ],
  },
  {
    file: 'app/models/money/payments/grant.server.ts',
    from: '(per ?? 0) * (sold?.quantity ?? 0)',
    to: '(per ?? 0)',
    test: ['app/models/money/payments/order.test.ts', 'Three packages of one kind give three times everything in one'],
  },
  {
    file: 'app/models/money/payments/grant.server.ts',
    from: 'isGranted(status) && refunded.includes(riderId)',
    to: 'false',
    test: [
      'app/models/money/refunds/refund-lines.test.ts',
      'A refund of one rider’s lines takes that rider’s lessons and share, and nothing of the other’s',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: '!order.is_own_customer',
    to: 'false',
    test: [
      'app/models/money/sync/shared-account.test.ts',
      'A payment of ours that another family made belongs to that family, without a receipt or an email, and needs review',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: 'u.id IN (c.id, c.merged_into_id)',
    to: 'u.id = c.id',
    test: [
      'app/models/money/families/merge-accounts.test.ts',
      'A payment by the merged account’s customer is recognized if its order knows it',
    ],
    sql: true,
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: '{«FORGOTTEN»}',
    to: "''",
    test: [
      'app/models/money/sync/shared-account.test.ts',
      'What a family paid before the provider deleted its customer stays its own, whenever it is reported',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: 'if («isPaidTwice(order, intent)»)',
    to: 'false',
    test: [
      'app/models/money/sync/sync-payment.test.ts',
      'A purchase paid twice is in the books twice, granted once, and the office is notified once',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: 'order.granted && !isPaidTwice(order, intent)',
    to: 'order.granted',
    test: [
      'app/models/money/paying/over-midnight.test.ts',
      'A second payment of a paid order, made after midnight, is granted by the office for the month of its charge',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: 'const days = «dayTooLate(order, intent)»',
    to: 'false',
    test: [
      'app/models/money/paying/close-order.test.ts',
      'A payment made while its order is closed needs review, and the office can grant it for the month of the payment',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: '«coalesce(u.merged_into_id, u.id)»\n    WHERE u.stripe_customer_id',
    to: 'u.id',
    test: [
      'app/models/merge/merge.test.ts',
      'The provider’s reports about the merged account’s customer go to the other account',
    ],
    sql: true,
  },
  {
    file: 'app/models/money/sync/bought-month.server.ts',
    from: 'invoice.total <= 0 && !chargesMonth(invoice)',
    to: 'invoice.total <= 0',
    test: [
      'app/models/money/sync/month-from-dashboard.test.ts',
      'A month that the office gives for free at the provider is granted like any other',
    ],
  },
  {
    file: 'app/models/money/sync/bought-month.server.ts',
    from: '!hasParts && packages.length < 2',
    to: 'packages.length < 2',
    test: [
      'app/models/money/sync/month-from-dashboard.test.ts',
      'A month with parts of another one is granted, and the office is notified',
    ],
  },
  {
    file: 'app/models/money/sync/bought-month.server.ts',
    from: '!charged || charged <= lastDay',
    to: '!charged || charged < lastDay',
    test: [
      'app/models/money/sync/month-from-dashboard.test.ts',
      'A month that is paid on its last day is granted like any other',
    ],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: 'const refunded = «ridersRefunded(bought.lines)»',
    to: '[]',
    test: [
      'app/models/money/refunds/refund-lines.test.ts',
      'A refund of one rider’s lines takes that rider’s lessons and share, and nothing of the other’s',
    ],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: "stops.kind === 'month-over'",
    to: 'false',
    test: [
      'app/models/money/paying/over-midnight.test.ts',
      'A payment on the provider’s page after midnight needs review',
    ],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: 'payment.back || !taken',
    to: '!taken',
    test: ['app/models/money/sync/warnings.test.ts', 'A full dispute withdraws the lessons too'],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: "grant === 'clearing' && userId && !(await grantsWhileClearing(tx, userId))",
    to: 'false',
    test: [
      'app/models/money/paying/bank-returns.test.ts',
      'After a return the next bank payment gives lessons only once it is through',
    ],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: 'known?.version !== seen?.version && !saysTheSame(known, payment)',
    to: 'false',
    test: [
      'app/models/money/sync/sync-payment.test.ts',
      'An answer from before the payment, stored after it, withdraws no month',
    ],
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: '!problem || (row.amountRefunded && !byOther)',
    to: 'true',
    test: [
      'app/models/money/sync/shared-account.test.ts',
      'A payment of ours that another family made belongs to that family, without a receipt or an email, and needs review',
    ],
  },
  {
    file: 'app/models/money/refunds/refunds.server.ts',
    from: 'isOutdated(wanted.version, payment.version)',
    to: 'false',
    test: ['app/models/money/refunds/refunds.test.ts', 'An older page does not refund a second time'],
  },
  {
    file: 'app/models/money/refunds/refunds.server.ts',
    from: '«part > payment.refundable»',
    to: 'false',
    test: ['app/models/money/refunds/refunds.test.ts', 'cents is refused'],
  },
  {
    file: 'app/models/money/payments/refund.ts',
    from: '!line || line.back',
    to: '!line',
    test: [
      'app/models/money/refunds/refund-lines.test.ts',
      'A second sync of the payment changes nothing, and a refund of the rest takes everything',
    ],
  },
  {
    file: 'app/models/money/refunds/refunds.server.ts',
    from: 'return «row.feeReturned»',
    to: 'false',
    test: [
      'app/models/money/sync/debit-fee.test.ts',
      'A payment whose fee was refunded is refunded without a fee, to the cent',
    ],
  },
  {
    file: 'app/models/money/refunds/refunds.server.ts',
    from: '{«refused»}',
    to: '0',
    test: ['app/models/money/refunds/refunds.test.ts', 'A refund that the provider refused can be tried again'],
  },
  {
    file: 'app/models/money/refunds/refunds.server.ts',
    from: '{«known.length»}',
    to: '0',
    test: [
      'app/models/money/refunds/refunds.test.ts',
      'A refund that failed is sent once more when the office asks again',
    ],
  },
  {
    file: 'app/models/money/reconcile/reconcile.server.ts',
    from: 'done.failed === 0',
    to: 'true',
    test: ['app/models/money/reconcile/reconcile.test.ts', 'After an incomplete run the next one looks back as far'],
  },
  {
    file: 'app/models/money/reconcile/reconcile.server.ts',
    from: "order.status !== 'processing' && isClosed(order, today())",
    to: 'false',
    test: [
      'app/models/money/reconcile/reconcile.test.ts',
      'An order that nobody paid in its month is closed at the provider, and not requested again',
    ],
  },
  {
    file: 'app/models/money/reconcile/reconcile.server.ts',
    from: '(await orGone(() => syncOrder(order))) !== null',
    to: 'true',
    test: [
      'app/models/money/sync/unknown-objects.test.ts',
      'An order whose payment the provider does not know is closed, and blocks no other',
    ],
  },
  {
    file: 'app/models/money/payments/office-grant.server.ts',
    from: 'for (const id of «ids»)',
    to: '[]',
    test: [
      'app/models/money/payments/office-grant.test.ts',
      'The makeup of a month is withdrawn with the package that the office gave for it, stays with another one, and returns',
    ],
  },
  {
    file: 'app/models/money/payments/orders/order-lines.server.ts',
    from: '!areDistinct(packages)',
    to: 'false',
    test: [
      'app/models/money/paying/family-orders.test.ts',
      'Two packages for one rider are refused however the rider is named, and nothing can be charged',
    ],
  },
  {
    file: 'app/models/money/payments/provider/our-mark.server.ts',
    from: 'await db.installation.count({ where: { key } })',
    to: '1',
    test: [
      'app/models/money/sync/shared-account.test.ts',
      'Another business’s payment with an order ID like ours is in no books, and nobody is notified of its refund',
    ],
  },
  {
    file: 'app/models/money/payments/provider/our-mark.server.ts',
    from: 'wordOf(present.nonce) !== word',
    to: 'false',
    test: [
      'app/models/money/reconcile/restored.test.ts',
      'After a restore another family can buy under the same ID, and earlier payments stay with their own family',
    ],
  },
  {
    file: 'app/models/money/payments/makeups-of-grant.server.ts',
    from: 'of «unpaid»',
    to: '[]',
    test: [
      'app/models/money/refunds/makeups-of-refunds.test.ts',
      'A makeup is withdrawn with a refund, and returns if the refund fails',
    ],
  },
  {
    file: 'app/services/stripe/payment-intents.server.ts',
    from: 'UNAUTHORIZED.includes(reason)',
    to: 'true',
    test: [
      'app/models/money/paying/bank-returns.test.ts',
      'A debit returned for insufficient funds after it was paid is remembered for 60 days, and bans nobody',
    ],
  },
  {
    file: 'app/services/stripe/payment-intents.server.ts',
    from: 'takenBy(disputes) >= charge.amount - charge.amount_refunded',
    to: 'true',
    test: [
      'app/models/money/sync/warnings.test.ts',
      'A partial dispute takes its part out of the books but no lessons; if it is won, the money is back',
    ],
  },
  {
    file: 'app/models/money/sync/failed-refunds.server.ts',
    from: 'open.includes(refund) ? [issue] : []',
    to: '[]',
    test: [
      'app/models/money/refunds/refund-lines.test.ts',
      'When a refund fails the lessons return, family and office are notified, and the office sends it again',
    ],
  },
  {
    file: 'app/models/money/sync/debit-fee.server.ts',
    from: 'lost && owed > 0 ? [issue] : []',
    to: '[]',
    test: [
      'app/models/money/sync/debit-fee.test.ts',
      'A fee whose refund fails twice becomes the office’s task, and the office sends it again',
    ],
  },
  {
    file: 'app/models/money/families/merge-accounts.server.ts',
    from: 'await closeAttempts(«await unpaidOrders(prisma, { userId: mergedId })»)',
    to: '[]',
    test: [
      'app/models/money/families/merge-accounts.test.ts',
      'An abandoned payment page, here or at the provider, does not block a merge',
    ],
  },
  {
    file: 'app/models/merge/merge-since.server.ts',
    from: "const ridden = «keysOf('subscriptions', 'rider_id')»",
    to: '[]',
    test: [
      'app/models/money/families/merge-accounts.test.ts',
      'A month that a guardian paid for a rider after a merge moves back with the rider',
    ],
  },
  {
    file: 'app/models/privacy/erasure.server.ts',
    from: '«f.id IN (u.guardian_id, u.merged_into_id)»',
    to: 'f.id = u.guardian_id',
    test: [
      'app/models/privacy/erase.test.ts',
      'Accounts that were merged into a guardian’s riders, and into those, are erased with the guardian',
    ],
    sql: true,
  },
  {
    file: 'app/models/money/donations/donation-credit.server.ts',
    from: "donation.status !== 'completed'",
    to: 'false',
    test: [
      'app/models/money/donations/credit.test.ts',
      'A month paid by a credit is unpaid once its donation was refunded, and the office is asked until the use is undone',
    ],
  },
  {
    file: 'app/models/students/due-sql.server.ts',
    from: 'from < «addDays(today(), -DRAFT_DAYS)»',
    to: 'addDays(today(), -40)',
    test: [
      'app/models/money/subscribing/morning-of-renewal.test.ts',
      'A month whose draft is never charged is unpaid after three days, and its rides are flagged',
    ],
  },
  {
    file: 'app/models/money/subscribing/subscriptions.server.ts',
    from: 'shownMethod && method.id !== shownMethod',
    to: 'false',
    test: [
      'app/routes/portal/purchase/purchase.test.ts',
      'The card that the review shows is the card that is charged; if it is another by now, the review is shown again',
    ],
  },
  {
    file: 'app/models/schedule/offers/offers.server.ts',
    from: 'const line = «waiting.filter(({ hidden }) => !hidden)»',
    to: 'waiting',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A removed student holds no place and no position, and has it again once restored',
    ],
  },
  {
    file: 'app/models/schedule/offers/offers.server.ts',
    from: 'over.filter((id) => «!plan.toEnd.includes(id)»)',
    to: 'true',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'An offer that no email reaches goes to the next, and the family stays on the waitlist, behind the others',
    ],
  },
  {
    file: 'app/models/schedule/offers/offers.server.ts',
    from: 'for (const id of «plan.toEnd») await',
    to: '[]',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'An offer that no email reaches goes to the next, and the family stays on the waitlist, behind the others',
    ],
  },
  {
    file: 'app/models/schedule/offers/offers.server.ts',
    from: '{«at»} AS expired',
    to: 'new Date(0)',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A declined offer goes to the next, and so does an unanswered one, each with one notice',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/take-offer.server.ts',
    from: "row?.state === 'open' && row.expired",
    to: 'false',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A declined offer goes to the next, and so does an unanswered one, each with one notice',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/take-offer.server.ts',
    from: 'book.held.filter((held) => held.id !== id)',
    to: 'book.held',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A place that an absence frees is offered at once, held, and taken',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/take-offer.server.ts',
    from: 'if («!office») await requireWaivers',
    to: 'false',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'If the school requires it, an offer is taken once the waiver is signed, and is held until then',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/take-offer.server.ts',
    from: "close(tx, «[offer.waitingId]», 'taken')",
    to: '[]',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'Leaving the list after its offer was taken is refused, and another family learns nothing',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/take-offer.server.ts',
    from: "close(tx, «[offer.waitingId]», 'declined')",
    to: '[]',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'The office declines an offer for a family, and the next in line is offered the place',
    ],
  },
  {
    file: 'app/models/schedule/waitlist/waitlist.server.ts',
    from: 'if («same») throw',
    to: 'false',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A rider on a waitlist sees the position, and joins it once',
    ],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'isInTime(cutoff, now(), getEnv().schoolTimezone)',
    to: 'true',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'At the second of the cutoff it is late: the ride counts and gives no makeup',
    ],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'isOutdated(version, absenceKey(fresh))',
    to: 'false',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'If the cutoff passes between page and tap, the family is asked again',
    ],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'rows ? looseMakeups(monthOfDay(ref.date), rows) : 0',
    to: '1',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'At most the package’s makeups are given in a month; the next month has its own',
    ],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'isLoggedOnly: «counter === null»',
    to: 'false',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'A ride that no package counts has nothing to make up, and uses no makeup of the month',
    ],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'free !== null && free <= 0',
    to: 'false',
    test: ['app/models/schedule/makeups/absence.test.ts', 'A place that was given away is not restored'],
  },
  {
    file: 'app/models/schedule/makeups/absence.server.ts',
    from: 'made && book.booked.has(made.id)',
    to: 'false',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'A makeup is booked into a free place, shown as one, canceled in time, and lost if it is late',
    ],
  },
  {
    file: 'app/models/schedule/makeups/book-makeup.server.ts',
    from: 'NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)',
    to: 'true',
    test: [
      'app/models/schedule/makeups/absence.test.ts',
      'A makeup is booked into a free place, shown as one, canceled in time, and lost if it is late',
    ],
    sql: true,
  },
  {
    file: 'app/models/schedule/makeups/book-makeup.server.ts',
    from: 'until < date',
    to: 'false',
    test: [
      'app/models/schedule/makeups/office-makeup.test.ts',
      'The office cannot book a makeup after its end or once withdrawn, and a full lesson only knowingly',
    ],
  },
  {
    file: 'app/models/schedule/makeups/book-makeup.server.ts',
    from: "state !== 'open'",
    to: 'false',
    test: [
      'app/models/schedule/makeups/office-makeup.test.ts',
      'The office cannot book a makeup after its end or once withdrawn, and a full lesson only knowingly',
    ],
  },
  {
    file: 'app/models/schedule/makeups/book-makeup.server.ts',
    from: '!held.length',
    to: 'false',
    test: [
      'app/models/schedule/makeups/races.test.ts',
      'A change that waited for a makeup held by another connection reads it again',
    ],
    waits: true,
  },
  {
    file: 'app/models/schedule/makeups/office-makeup.server.ts',
    from: "state === 'booked' || state === 'used'",
    to: 'false',
    test: ['app/models/schedule/makeups/office-makeup.test.ts', 'A booked makeup cannot be withdrawn'],
  },
  {
    file: 'app/models/schedule/makeups/office-makeup.server.ts',
    from: 'ride && !missed',
    to: 'false',
    test: [
      'app/models/schedule/makeups/office-makeup.test.ts',
      'A makeup for a missed ride names it, once, and the changes say so',
    ],
  },
  {
    file: 'app/models/schedule/makeups/requests/ask.server.ts',
    from: 'if («last && !last.closedAt») throw',
    to: 'false',
    test: [
      'app/models/schedule/makeups/requests/requests.test.ts',
      'A family requests once for each makeup, and withdrawing and requesting again leaves no rows behind',
    ],
  },
  {
    file: 'app/models/schedule/makeups/requests/answer.server.ts',
    from: 'requireHolds(makeup, «date»)',
    to: "''",
    test: [
      'app/models/schedule/makeups/requests/requests.test.ts',
      'The office exceeds the places and the level of a lesson only if it confirms, and never the makeup’s last day',
    ],
  },
  {
    file: 'app/models/schedule/makeups/extend-makeup.server.ts',
    from: 'until !== extendedTo',
    to: 'false',
    test: [
      'app/models/schedule/makeups/requests/requests.test.ts',
      'A makeup that is extended for another reason keeps that when its extension is undone',
    ],
  },
  {
    file: 'app/models/schedule/change/take-place.server.ts',
    from: 'users.some(({ active }) => !active)',
    to: 'false',
    test: [
      'app/models/schedule/change/take-place.test.ts',
      'Nobody can book for a rider of another family, for a blocked one or into two lessons at once',
    ],
  },
  {
    file: 'app/models/schedule/change/book-place.server.ts',
    from: 'leftFor(slot) > 0',
    to: 'true',
    test: [
      'app/routes/portal/places/find-a-place.test.ts',
      'Nothing is booked for a rider of another family, or without a lesson that is left',
    ],
  },
  {
    file: 'app/models/schedule/lessons/change-lesson.server.ts',
    from: 'wish.beyond === false',
    to: 'false',
    test: [
      'app/models/schedule/places/capacity.test.ts',
      'The office exceeds a lesson’s places only knowingly, by form and by call',
    ],
  },
  {
    file: 'app/models/schedule/lessons/change-lesson.server.ts',
    from: 'const placed = «book.awaited.filter(isPlaced)».map',
    to: '[]',
    test: [
      'app/models/schedule/waitlist/waitlist.test.ts',
      'A rider whom the office puts into the lesson no longer waits, and waits again after Undo',
    ],
  },
  {
    file: 'app/models/schedule/lessons/change-lesson.server.ts',
    from: 'isMarked(ride.attendance) && !(isAway(ride) && isToCome(ride))',
    to: 'false',
    test: [
      'app/models/schedule/change/edit-lesson.test.ts',
      'An edit of one date is refused for a busy rider, an existing lesson and a recorded ride',
    ],
  },
  {
    file: 'app/models/schedule/change/undo.server.ts',
    from: 'withoutMadeUp(takeBack(next, rows), madeUp, known.riderName)',
    to: 'takeBack(next, rows)',
    test: [
      'app/models/schedule/change/close-day.test.ts',
      'Undo of a closing opens the day for all but who has booked the makeup by now, who keeps it and is named',
    ],
  },
  {
    file: 'app/models/schedule/change/close-day.server.ts',
    from: '{ ...closing, byId: actorId }',
    to: '{ ...closing, only: undefined, byId: actorId }',
    test: [
      'app/models/schedule/change/close-day.test.ts',
      'One lesson is canceled with makeups and a reason, and the rest of the day takes place',
    ],
  },
  {
    file: 'app/models/schedule/lessons/changed-days.ts',
    from: 'duration }, «off.has(rideKey({ riderId, date, time }))»)',
    to: 'false',
    test: ['app/services/mail/notices/ride-notices.test.ts', 'A called-off ride is sent, whoever called it off'],
  },
  {
    file: 'app/models/unsent/unsent.schema.ts',
    // A limit of the array itself is read before any test begins.
    from: '«new Set(changes.map(rideOf)).size === changes.length»,',
    to: 'changes.length <= 200',
    test: ['app/models/unsent/unsent.schema.unit.test.ts', 'A whole day of the largest school is accepted at once'],
  },
  {
    file: 'app/models/unsent/record-unsent.server.ts',
    from: "parts.includes('attendance') ? «askedOfMark(ride, wish.want.attendance)» : null",
    to: 'null',
    test: [
      'app/models/unsent/record-unsent.test.ts',
      'A ride that nobody can have ridden yet is asked about, as online; once it may be marked, a mark from before is recorded',
    ],
  },
  {
    file: 'app/models/unsent/record-unsent.server.ts',
    from: '(await wasMoved(tx, ride, there))',
    to: 'false',
    test: [
      'app/models/unsent/record-unsent.test.ts',
      'Marks of a ride that moved on its day follow it, alone, with its lesson, every week, and when sent again',
    ],
  },
  {
    file: 'app/api/barn/workload.ts',
    from: 'horse === undefined ? «MAX_DAYS_OF_ALL» : undefined',
    to: 'undefined',
    test: [
      'app/models/schedule/workload/workload.test.ts',
      'A call for all horses returns a month at most, for one horse a year',
    ],
  },
  {
    file: 'app/models/privacy/erasure.server.ts',
    from: "where: «{ ...ordersOf(ids), status: 'processing' }»",
    to: "{ ...ordersOf(ids), status: { in: ['processing', 'pending'] } }",
    test: [
      'app/models/money/families/erase-family.test.ts',
      'The erase form closes abandoned payment pages, and says so',
    ],
  },
  {
    file: 'app/models/people/accounts/buyer.server.ts',
    from: '«!family.find(({ id }) => id === userId)?.active»',
    to: 'false',
    test: [
      'app/models/money/families/merge-accounts.test.ts',
      'An account that is merged, erased or blocked places no order, starts no subscription and gets no customer',
    ],
  },
  {
    file: 'app/routes/office/payments/refund.tsx',
    from: 'const part = «parseCents(amount)»',
    to: "parseCents(amount.replaceAll(',', ''))",
    test: ['app/models/money/refunds/refunds.test.ts', '2,20'],
  },
  {
    file: 'app/routes/office/books/month-end.tsx',
    from: 'await «reconcilePayouts()»',
    to: 'Promise.resolve()',
    test: [
      'app/models/money/sync/unknown-objects.test.ts',
      'The month end reads the month from the provider, and shows when it was read',
    ],
  },
  {
    file: 'app/services/mail/pay-link-mail.server.ts',
    from: '«daysOfMonth(month).from»)}',
    to: 'undefined',
    test: [
      'app/routes/office/students/unpaid/pay-link.test.ts',
      'The link of a coming month buys that month, in whichever month it is opened',
    ],
  },
  {
    file: 'app/routes/portal/purchase/purchase.tsx',
    from: "const monthly = «selection.paymentType === 'recurring'»",
    to: "selection.paymentType === 'recurring' && !riders.some((one) => one.id === selection.riderId && one.subscribed)",
    test: [
      'app/routes/portal/purchase/purchase.test.ts',
      '“Every month” from an older tab leads to the subscription that runs by now, and sells no month a second time',
    ],
  },
  {
    file: 'app/models/money/payments/orders/order-lines.server.ts',
    from: 'const most = «MAX_THINGS[kind]»',
    to: 'Infinity',
    test: [
      'app/routes/portal/purchase/purchase.test.ts',
      'More than 19 different things are refused before the provider is asked, in a subscription and in a change of it',
    ],
  },
  {
    file: 'app/models/money/subscribing/subscriptions.server.ts',
    from: '!(error instanceof Stripe.errors.StripeInvalidRequestError)',
    to: 'true',
    test: [
      'app/routes/portal/purchase/purchase.test.ts',
      'A subscription that the provider refuses for good frees its place at once, and a product archived there is sold again',
    ],
  },
  {
    file: 'app/models/money/sync/invoice-lines.server.ts',
    from: 'others: «[...others, ...taken(invoice)]»',
    to: 'taken(invoice)',
    test: [
      'app/models/money/sync/month-from-dashboard.test.ts',
      'Lines that the office adds to a month are on the receipt, and it adds up',
    ],
  },
  {
    file: 'app/models/bookkeeping/statement.server.ts',
    from: 'alsoOn: «account.guardian && displayName(account.guardian)»',
    to: 'null',
    test: [
      'app/models/bookkeeping/statement.test.ts',
      'A rider who signs in and has a guardian sees its own payments, not those of its family, and whose statement includes them',
    ],
  },
  {
    file: 'app/models/money/payments/payment-year.server.ts',
    from: 'return «[...rest.portal, ...rest.offline].some(Boolean)»',
    to: 'false',
    test: [
      'app/models/money/payments/payment-year.test.ts',
      'The rows of the year grid add up to the year: people who are not listed have a row below the last student',
    ],
  },
  {
    file: 'app/models/money/events/event-queue.server.ts',
    from: 'await orGone(() => «actOn(event)»)',
    to: 'actOn(event).catch((error) => Promise.reject(new Error(String(error))))',
    test: [
      'app/models/money/sync/unknown-objects.test.ts',
      'about an object that the provider does not know is processed once',
    ],
  },
  {
    file: 'app/routes/webhooks/stripe.ts',
    from: '!isEvent.safeParse(event).success',
    to: 'false',
    test: ['app/models/money/sync/unknown-objects.test.ts', 'is not an event'],
  },
  {
    file: 'app/models/money/families/merged-methods.server.ts',
    from: 'of «saved?.data ?? []»',
    to: '[]',
    test: [
      'app/models/money/families/merge-accounts.test.ts',
      'The saved cards of a merged account are deleted at the provider, by the next run of the job if that fails',
    ],
  },
  {
    file: 'app/routes/portal/purchase/read-review.server.ts',
    from: 'waiting: «waitingRiders(selection, riders)»',
    to: '[]',
    test: [
      'app/routes/portal/purchase/purchase.test.ts',
      'What was chosen for the other child is named in the review, and waits after the subscription is paid',
    ],
  },
  {
    file: 'app/models/money/payments/order.server.ts',
    from: '{ ...also, id, attempt, status: { in: UNPAID } }',
    to: '{ ...also, id, attempt }',
    test: ['app/models/money/paying/payments.test.ts', 'The intent that paid it stays its payment'],
  },
  {
    file: 'app/models/money/reconcile/left-behind.server.ts',
    from: 'await changeUnpaid(order, { attempt: order.attempt + 1 })',
    to: 'undefined',
    test: [
      'app/models/money/reconcile/left-behind.test.ts',
      'A payment whose creation was not answered is ended, and the family pays by a new one',
    ],
  },
  {
    file: 'app/models/money/reconcile/left-behind.server.ts',
    from: '«!isPaying(order)» && (await names',
    to: 'true',
    test: ['app/models/money/reconcile/left-behind.test.ts', 'Of an order that was paid nothing stays open'],
  },
  {
    file: 'app/models/money/reconcile/left-behind.server.ts',
    from: 'payment_intent !== null && idOf(payment_intent) === id',
    to: 'false',
    test: [
      'app/models/money/paying/microdeposits.test.ts',
      'A Checkout payment that waits for deposits is neither ended nor replaced by a second one',
    ],
  },
  {
    file: 'app/models/money/sync/bought-order.server.ts',
    from: 'await lockPeople(tx, await peopleOf(tx, number))',
    to: 'undefined',
    test: ['app/models/money/paying/family-orders.test.ts', 'lock a family in one order'],
    waits: true,
  },
  {
    file: 'app/models/money/sync/bought-month.server.ts',
    from: 'await lockPeople(tx, [row.userId, row.riderId])',
    to: 'undefined',
    test: ['app/models/money/paying/family-orders.test.ts', 'lock a family in one order'],
    waits: true,
  },
  {
    file: 'app/models/money/sync/sync-payment.server.ts',
    from: 'where: «{ id: bought.orderId ?? 0, status: { in: UNPAID } }»',
    to: '{ id: 0 }',
    test: ['app/models/money/sync/unknown-objects.test.ts', 'An order whose payment the office granted is paid'],
  },
  {
    file: 'app/models/money/sync/sync-subscription.server.ts',
    from: 'if («!paused») return []',
    to: 'true',
    test: [
      'app/models/money/sync/warnings.test.ts',
      'A subscription that was paused at the provider is shown to the office, until it resumes',
    ],
  },
  {
    file: 'app/services/stripe/products.server.ts',
    from: 'found.active && found.name === name',
    to: 'found.name === name',
    test: ['app/routes/portal/purchase/purchase.test.ts', 'and a product archived there is sold again'],
  },
  {
    file: 'app/services/stripe/products.server.ts',
    from: 'found.active && found.name === name',
    to: 'found.active',
    test: [
      'app/models/money/subscriptions/items/billing-items.test.ts',
      'A package that is renamed in the catalog gets its new name at the provider with the next subscription',
    ],
  },
  {
    file: 'app/models/money/paying/payments.server.ts',
    from: '...(«endsAt» && { expires_at: endsAt })',
    to: 'null',
    test: [
      'app/models/money/paying/over-midnight.test.ts',
      'The provider’s page ends with the month, or half an hour later if that is the provider’s minimum',
    ],
  },
  {
    file: 'app/models/school/logo.server.ts',
    from: 'await lockSetting(tx, SCHOOL)',
    to: 'undefined',
    test: [
      'app/routes/office/settings/school/logo.test.ts',
      'that is sent again while another desk replaces it is there again',
    ],
    waits: true,
  },
]
