import { rideReminderEmail } from '~/emails/notices/ride-reminder'
import { findNoticeSettings } from '~/models/notices/notice-settings.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { displayName, greetedName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { footOf } from '~/services/mail/notices/queue-notice.server'
import { addDays, fromDbDate, instantInZone, type LocalDate, toDbDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** Adds reminders of two weeks' rides to the sample family, which has turned off notices about its card. */
export async function seedNotices(userId: string, today: LocalDate): Promise<void> {
  const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const { appUrl, schoolTimezone } = getEnv()
  const letter = {
    ...letterheadOf(await findSchool()),
    readerName: greetedName(user),
    foot: footOf('ride-reminder', userId),
  }
  const rides = await prisma.ride.findMany({
    where: {
      studentId: userId,
      attendance: { not: null },
      scheduledDate: { gte: toDbDate(addDays(today, -14)), lt: toDbDate(today) },
    },
    orderBy: [{ scheduledDate: 'asc' }, { scheduledTime: 'asc' }],
  })
  for (const date of new Set(rides.map((ride) => fromDbDate(ride.scheduledDate)))) {
    const sentAt = instantInZone(addDays(date, -1), '08:00', schoolTimezone)
    const theirs = rides.filter((ride) => fromDbDate(ride.scheduledDate) === date)
    const { short: _, ...content } = rideReminderEmail({
      ...letter,
      date,
      rides: theirs.map(({ scheduledTime, type }) => ({
        name: displayName(user),
        time: scheduledTime,
        type,
        horse: null,
        instructor: null,
        arena: null,
      })),
      note: (await findNoticeSettings()).remindNote,
      absenceUrl: `${appUrl}${paths.scheduledRides()}`,
    })
    await prisma.outboxEmail.create({
      data: {
        ...content,
        dedupeKey: `ride-reminder:${date}:${userId}`,
        recipient: user.email ?? '',
        kind: 'ride-reminder',
        userId,
        attempts: 1,
        nextAttemptAt: sentAt,
        sentAt,
        createdAt: sentAt,
      },
    })
    const known = theirs.map(({ scheduledTime, type }) => `${scheduledTime} ${type}`).join('\n')
    await prisma.toldRide.create({
      data: { studentId: userId, date: toDbDate(date), known, present: known, remindedAt: sentAt },
    })
  }
  await prisma.noticeChoice.create({
    data: { userId, kind: 'card-expiring', channel: 'email', wanted: false, at: toDbDate(addDays(today, -20)) },
  })
  const since = toDbDate(addDays(today, -20))
  const number = '+18455550188'
  await prisma.textNumber.create({ data: { userId, number, askedAt: since, verifiedAt: since } })
  await prisma.outboxText.create({
    data: {
      dedupeKey: 'sample',
      userId,
      kind: 'ride-changed',
      number,
      sid: 'SM0',
      status: 'delivered',
      body: `${letter.schoolName}: ${displayName(user)}: 5:00 PM Group Lesson instead of 4:00 PM Group Lesson`,
      attempts: 1,
      createdAt: since,
      nextAttemptAt: since,
      sentAt: since,
    },
  })
}
