import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { queueEmail } from '~/services/mail/email.server'
import { toDbDate } from '~/utils/dates'
import { seedCatalog } from '../prisma/seed/catalog'
import { grant, horse, rider, rideTypes, weeklyPlace } from './factories'

/** Texts that are unique to a family. */
export interface Marks {
  first: string
  last: string
  child: string
  parent: string
  email: string
  phone: string
}

export const FAMILY: Marks = {
  first: 'Zephyrine',
  last: 'Quillfeather',
  child: 'Isoldeck',
  parent: 'Barnabott',
  email: 'zephyrine@quill.example',
  phone: '555-0177-341',
}
export const OTHERS: Marks = {
  first: 'Wilhelmara',
  last: "O'Thistledown",
  child: 'Peregrinus',
  parent: 'Osgoodin',
  email: 'wil@thistle.example',
  phone: '555-0188-902',
}

const AT = new Date('2026-10-05T16:00:00Z')
const SLOT = { scheduledTime: '16:00', lessonType: 'Group Lesson' }

/** Creates a family with a row in every table that can have one, and its texts in every free-text column. */
export async function fullFamily(of: Marks, office: { id: string }) {
  await seedCatalog()
  await rideTypes()
  const whole = `${of.first} ${of.last}`
  const user = await rider({
    firstName: of.first,
    lastName: of.last,
    email: of.email,
    phone: of.phone,
    parentName: `${of.parent} ${of.last}`,
    calendarKey: `calendar-of-${of.first}`,
    resetToken: `reset-of-${of.first}`,
    magicLinkToken: `magic-of-${of.first}`,
    stripeCustomerId: `cus_${of.phone}`.replaceAll('-', 'x'),
    createdAt: AT,
  })
  const child = await rider({ firstName: of.child, lastName: of.last, email: null, phone: null, guardianId: user.id })
  const ids = [user.id, child.id]
  const plan = await prisma.package.findFirstOrThrow({ orderBy: { id: 'asc' } })
  const addOn = await prisma.addOn.findFirstOrThrow({ orderBy: { id: 'asc' } })
  const bella = await horse(`Bella ${of.phone.slice(-3)}`)
  const order = await prisma.order.create({
    data: {
      userId: user.id,
      nonce: `nonce ${user.id}`,
      status: 'paid',
      methodType: 'card',
      subtotal: '220',
      fee: '6.60',
      total: '226.60',
      validFrom: toDbDate('2026-10-01'),
      validTo: toDbDate('2026-10-31'),
      failureMessage: `The card of ${whole} was declined once.`,
      items: {
        create: [
          {
            type: 'package',
            riderId: user.id,
            packageId: plan.id,
            name: plan.name,
            quantity: 1,
            unitPrice: '220',
            lessons: 4,
          },
          { type: 'addon', riderId: user.id, addOnId: addOn.id, name: addOn.name, quantity: 1, unitPrice: '0' },
        ],
      },
    },
  })
  const given = await grant(user.id, '2026-10-01', '2026-10-31', { packageId: plan.id, orderId: order.id })
  await prisma.userAddOn.create({ data: { userId: user.id, addOnId: addOn.id, credit: addOn.type, grantId: given.id } })
  const subscription = await prisma.subscription.create({
    data: {
      userId: user.id,
      riderId: user.id,
      packageId: plan.id,
      status: 'canceled',
      currentPeriodStart: toDbDate('2026-08-01'),
      currentPeriodEnd: toDbDate('2026-09-01'),
      addOns: { create: { addOnId: addOn.id, unitPrice: '10' } },
    },
  })
  const payment = await prisma.paymentTransaction.create({
    data: {
      userId: user.id,
      orderId: order.id,
      stripePaymentIntentId: `pi_${user.id}`,
      amount: '226.60',
      fee: '6.60',
      amountRefunded: '20',
      description: `${plan.name} (October)`,
      packages: [plan.name],
      lines: [{ name: plan.name, quantity: 1, amount: 22_000 }],
      status: 'succeeded',
      rawStatus: 'succeeded',
      paymentMethod: 'Visa •••• 4242',
      receiptUrl: `https://pay.example/receipts/${of.first}`,
      customerEmail: of.email,
      failureMessage: `${whole} had no money at first.`,
      periodStart: toDbDate('2026-10-01'),
      periodEnd: toDbDate('2026-11-01'),
      providerCreatedAt: AT,
    },
  })
  await prisma.bankReturn.create({ data: { stripeChargeId: `ch_${user.id}`, userId: user.id, returnedAt: AT } })
  await prisma.paymentIssue.create({
    data: {
      kind: 'paid-twice',
      stripeId: `pi_twice_${user.id}`,
      userId: user.id,
      transactionId: payment.id,
      subscriptionId: subscription.id,
      amount: '20',
      payer: of.email,
      detail: `Paid by ${whole}.`,
      closedAt: AT,
      closedBy: office.id,
      outcome: 'ignored',
      reason: `${of.first} asked us to keep it.`,
    },
  })

  for (const [index, id] of ids.entries()) {
    const name = index ? `${of.child} ${of.last}` : whole
    const day = toDbDate(`2026-10-0${6 + index}`)
    await weeklyPlace({ riderId: id, startDate: '2026-11-03', time: '16:00' })
    await prisma.ride.create({
      data: {
        studentId: id,
        type: SLOT.lessonType,
        scheduledDate: day,
        scheduledTime: SLOT.scheduledTime,
        status: 'completed',
        attendance: index ? 'absent' : 'present',
        notes: `${name} has asthma.`,
      },
    })
    await prisma.horseWork.create({
      data: { horseId: bella.id, workDate: day, time: '07:00', duration: 30, kind: `Lunging for ${name}`, who: name },
    })
    await prisma.horseUsage.create({
      data: {
        horseId: bella.id,
        horseName: bella.name,
        usageDate: day,
        lessonTime: SLOT.scheduledTime,
        studentId: id,
        studentName: name,
        lessonType: SLOT.lessonType,
        overReason: `Only ${bella.name} carries ${of.first}.`,
      },
    })
    const place = { studentId: id, lessonDate: toDbDate(`2026-10-1${index}`), ...SLOT }
    await prisma.oneTimeParticipant.create({ data: place })
    await prisma.lessonRemoval.create({
      data: { ...place, lessonDate: toDbDate(`2026-10-2${index}`), studentName: name },
    })
    const until = { validFrom: place.lessonDate, validTo: toDbDate('2026-12-31') }
    const makeup = {
      studentId: id,
      lessonType: SLOT.lessonType,
      rideDate: place.lessonDate,
      rideTime: SLOT.scheduledTime,
    }
    const extended = { extendedFrom: place.lessonDate, extendedTo: until.validTo, extendReason: `${of.first} was ill.` }
    const { id: makeupId } = await prisma.makeup.create({
      data: { ...makeup, ...until, ...extended, extendedBy: office.id, reason: 'Snow', byId: office.id },
    })
    await prisma.makeupRequest.create({
      data: { makeupId, studentId: id, weekdays: [2], wish: `${of.first} comes after 4 PM.`, byId: id },
    })
    await prisma.usageAdjustment.create({
      data: {
        studentId: id,
        year: 2026,
        month: 10,
        counter: 'lessons',
        delta: 1,
        reason: `${of.first} was ill.`,
        byId: office.id,
      },
    })
    await prisma.studentNote.create({ data: { studentId: id, byId: office.id, text: `Call ${of.parent} first.` } })
    await prisma.horseWish.create({
      data: { studentId: id, horseId: bella.id, good: false, reason: `${of.first} fell off.`, byId: office.id },
    })
    const months = { create: { month: 9, amount: '120' } }
    const recorded = { amount: 50, method: 'cash', paidOn: toDbDate('2026-09-04') }
    await prisma.offlinePayment.create({
      data: { userId: id, year: 2026, months: { create: { ...months.create, payments: { create: recorded } } } },
    })
    await prisma.studentPayment.create({ data: { userId: id, year: 2026, months } })
    await prisma.dataView.create({
      data: { viewerId: office.id, subjectId: id, kind: 'student page', hour: AT, at: AT },
    })
    await audit(prisma, {
      actorId: office.id,
      action: 'student.edit',
      entity: 'student',
      entityId: id,
      detail: { from: { phone: of.phone, parentName: of.parent }, to: { phone: null, parentName: whole } },
    })
    await audit(prisma, {
      actorId: office.id,
      action: 'note.delete',
      entity: 'student',
      entityId: id,
      detail: { note: 1, text: `${name} fears ${of.parent}.`, byId: office.id, at: AT.toISOString() },
    })
    await audit(prisma, {
      actorId: office.id,
      action: 'lesson.remove-rider',
      entity: 'lesson',
      entityId: `2026-10-06 16:00 ${SLOT.lessonType}`,
      detail: {
        riderId: id,
        name,
        scope: 'one-time',
        what: [`removed ${name}`],
        spans: [],
        rows: { removals: { before: [], after: [{ id: 1, student_id: id, student_name: name, notes: name }] } },
      },
    })
  }
  const text = {
    title: 'Waiver',
    text: 'Horses are large.',
    asksAgain: true,
    publishedAt: AT,
    publishedById: office.id,
  }
  const waiver =
    (await prisma.waiverVersion.findFirst()) ?? (await prisma.waiverVersion.create({ data: { number: 1, ...text } }))
  for (const [index, riderId] of ids.entries()) {
    await prisma.waiverSignature.create({
      data: {
        versionId: waiver.id,
        riderId,
        riderName: index ? `${of.child} ${of.last}` : whole,
        signerId: user.id,
        typedName: whole,
        signedAt: AT,
        digest: '0'.repeat(64),
      },
    })
  }
  await prisma.consent.createMany({ data: ids.map((riderId) => ({ riderId, byId: user.id, version: 1, givenAt: AT })) })
  const donation = await prisma.donation.create({
    data: {
      zeffyId: `zeffy ${user.id}`,
      amount: '50',
      donorEmail: of.email,
      donorFirstName: of.first,
      donorLastName: of.last,
      status: 'completed',
      studentId: user.id,
      purpose: `Lessons of ${of.child} ${of.last}`,
      donatedAt: AT,
      extra: { note: `For ${whole}`, address: { phone: of.phone } },
    },
  })
  await prisma.donationCredit.create({
    data: {
      userId: user.id,
      donationId: donation.id,
      creditAmount: '50',
      usedAmount: '10',
      uses: { create: { year: 2026, month: 10, amount: '10', byId: office.id } },
    },
  })
  await prisma.eventTicket.create({
    data: {
      zeffyId: `ticket ${user.id}`,
      eventName: 'Open Barn',
      amount: '5',
      status: 'completed',
      purchasedAt: AT,
      extra: { email: of.email, 'first name': of.first, 'last name': of.last },
    },
  })
  await prisma.session.create({
    data: {
      sid: `sid-of-${of.first}`,
      userId: user.id,
      sess: { since: AT.toISOString() },
      expire: new Date('2099-01-01'),
    },
  })
  await prisma.rateLimit.create({ data: { key: `sign-in:email:${of.email}`, resetAt: new Date('2099-01-01') } })
  const invited = { token: `invited ${user.id}`, email: of.email, sentAt: AT, expiresAt: new Date('2099-01-01') }
  const said = { wrong: `${of.child} rides on Mondays`, wrongAt: AT, answer: `Sorry, ${of.first}!`, doneAt: AT }
  await prisma.invitation.create({ data: { userId: user.id, ...invited, ...said } })
  await prisma.noticeChoice.create({
    data: { userId: user.id, kind: 'ride-reminder', channel: 'email', wanted: false, at: AT },
  })
  const number = `+1${of.phone.replaceAll('-', '')}`.padEnd(12, '0')
  await prisma.textNumber.create({ data: { userId: user.id, number, askedAt: AT, verifiedAt: AT } })
  const sms = { dedupeKey: `text ${user.id}`, kind: 'ride-reminder', body: `${whole}: 4:00 PM`, sid: `SM${user.id}` }
  await prisma.outboxText.create({
    data: { ...sms, userId: user.id, number, createdAt: AT, nextAttemptAt: AT, sentAt: AT },
  })
  const season = await prisma.season.create({ data: { name: 'Spring', startsOn: toDbDate('2027-01-05') } })
  const inSeason = { seasonId: season.id, studentId: child.id }
  await prisma.seasonWish.create({ data: { ...inSeason, lessonType: SLOT.lessonType, times: ['2 16:00'], at: AT } })
  const to = { toDay: 2, toTime: SLOT.scheduledTime, toType: SLOT.lessonType, byHand: true }
  await prisma.seasonPlace.create({ data: { ...inSeason, ...to } })
  await prisma.waiting.create({
    data: {
      ...SLOT,
      studentId: child.id,
      lessonDate: toDbDate('2026-12-01'),
      weekly: false,
      position: 1,
      byId: office.id,
    },
  })
  await rider({
    firstName: of.first,
    lastName: of.last,
    email: `old-${of.email}`,
    phone: of.phone,
    active: false,
    hiddenAt: AT,
    mergedIntoId: user.id,
  })
  const told = { known: '16:00 Group Lesson', present: '16:00 Group Lesson', remindedAt: AT }
  await prisma.toldRide.create({ data: { studentId: user.id, date: toDbDate('2026-10-06'), ...told } })
  const mail = {
    subject: `Receipt for ${whole}`,
    text: `Hi ${of.first}, http://x.example/auth?token=secret-of-${of.first}`,
  }
  await queueEmail(prisma, { ...mail, dedupeKey: `to ${user.id}`, to: of.email, html: `<p>${of.first}</p>` })
  await prisma.outboxEmail.updateMany({ where: { dedupeKey: `to ${user.id}` }, data: { sentAt: AT } })
  await queueEmail(prisma, {
    dedupeKey: `office ${user.id}`,
    to: 'office@school.example',
    subject: `Failed: ${whole}`,
    text: `Student: ${whole}\nEmail: ${of.email}`,
    html: `<p>${whole.replace("'", '&#39;')} ${of.email}</p>`,
  })
  await audit(prisma, {
    actorId: office.id,
    action: 'payment.refund',
    entity: 'payment_transaction',
    entityId: payment.id,
    detail: { part: 'other', amount: 2000, key: 'k' },
  })
  return { user, child, ids, order, payment, whole }
}
