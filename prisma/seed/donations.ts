import { isSponsorship, PURPOSES } from '~/models/money/donations/donation'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate } from '~/utils/dates'
import type { SeededPeople } from './people'
import type { Random } from './random'

const DONORS = [
  'Martha Ellis',
  'Tom Reiner',
  'Priya Shah',
  'Walter Boone',
  'Gloria Tan',
  'Ben Achebe',
  'Lucille Hart',
  'Sven Dahl',
]

const AMOUNTS = ['20', '25', '35', '50', '50', '75', '100', '150', '250']

/** Adds three months of donations, a coming event and a past one with its tickets. */
export async function seedDonations(people: SeededPeople, today: LocalDate, random: Random): Promise<void> {
  const at = (day: LocalDate) => new Date(`${day}T15:00:00Z`)
  for (let i = 0; i < 18; i++) {
    const [first = '', last = ''] = random.pick(DONORS).split(' ')
    const purpose = PURPOSES[i % PURPOSES.length]!
    const amount = random.pick(AMOUNTS)
    const status = i % 9 === 7 ? 'pending' : 'completed'
    const donatedAt = at(addDays(today, -1 - i * 5))
    const sponsored = isSponsorship(purpose) ? (people.studentIds[i] ?? null) : null
    await prisma.donation.create({
      data: {
        zeffyId: `sample-donation-${i + 1}`,
        amount,
        donorFirstName: first,
        donorLastName: last,
        donorEmail: `${first}.${last}@donors.example`.toLowerCase(),
        paymentMethod: i % 6 === 5 ? 'check' : i % 4 === 2 ? 'bank' : 'card',
        status,
        recurring: i % 4 === 0,
        frequency: i % 4 === 0 ? 'monthly' : null,
        purpose,
        studentId: sponsored,
        donatedAt,
        ...(sponsored && status === 'completed' && { credit: { create: { userId: sponsored, creditAmount: amount } } }),
      },
    })
  }
  const events = [
    { zeffyEventId: 'sample-event-1', name: 'Autumn Schooling Show', days: -24, tickets: 9, price: '15.00' },
    { zeffyEventId: 'sample-event-2', name: 'Holiday Open Barn', days: 23, tickets: 6, price: '10.00' },
  ]
  for (const { zeffyEventId, name, days, tickets, price } of events) {
    await prisma.event.create({
      data: {
        zeffyEventId,
        name,
        location: 'Main arena',
        eventDate: at(addDays(today, days)),
        maxAttendees: 60,
        currentAttendees: tickets,
        ticketPrice: price,
        eventType: 'show',
        tickets: {
          create: Array.from({ length: tickets }, (_, i) => ({
            zeffyId: `${zeffyEventId}-ticket-${i + 1}`,
            eventName: name,
            ticketType: i % 3 ? 'Adult' : 'Child',
            amount: price,
            status: 'completed',
            purchasedAt: at(addDays(today, Math.min(-1, days - 10 - i))),
          })),
        },
      },
    })
  }
}
