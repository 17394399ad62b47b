import { expect, test } from 'vitest'
import { inLanguage } from '#text'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { cancelSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { absenceOf, callOff } from '~/models/schedule/makeups/absence.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { requestMakeup } from '~/models/schedule/makeups/requests/ask.server'
import { absenceKey } from '~/models/schedule/vocabulary/absence'
import { joinWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { currentWaiver, publishDraft, saveDraft } from '~/models/waivers/version.server'
import { prisma } from '~/platform/db.server'
import { changeProfile } from '~/services/mail/address-links.server'
import { signAndMail } from '~/services/mail/waiver-mail.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith } from '../../../test/payments'
import { isSpanish } from '../../../test/spanish'

const { sandbox, provider, goTo } = openTestProvider()

/** Returns every text that the database has, as `table.column: text`. */
async function storedTexts(): Promise<string[]> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await prisma.$queryRawUnsafe<{ column: string; value: string }[]>(
      `SELECT DISTINCT c.key AS column, c.value FROM "${name}" t, jsonb_each_text(to_jsonb(t)) c WHERE c.value ~ '[[:alpha:]]{3}'`,
    )
    texts.push(...rows.map(({ column, value }) => `${name}.${column}: ${value}`))
  }
  return texts
}

test('What a family that reads Spanish does is stored, told to the office, and sent to the provider in English', async () => {
  await seedCatalog()
  await rideTypes()
  sandbox.faults.events = 'deliver'
  goTo('2027-01-10')
  const office = (await admin()).id
  const family = await rider({ firstName: 'Gail', language: 'es' })
  const child = await rider({ firstName: 'Cleo', email: null, password: null, guardianId: family.id })
  await grant(child.id, '2027-01-01', '2027-01-31', { makeupLessons: 2 })
  await weeklyPlace({ riderId: child.id, startDate: '2027-01-05' })
  await weeklyPlace({ startDate: '2027-01-07' })
  const full = await rider({ firstName: 'Owen' })
  await weeklyPlace({ riderId: full.id, startDate: '2027-01-06', type: 'Private Lesson' })
  const draft = { title: 'Waiver', text: 'Horses are large.' }
  await saveDraft(office, draft)
  await publishDraft(office, draft, { asksAgain: true })
  const waiver = (await currentWaiver())!.id
  const monthly = await payingRider(provider)
  await prisma.user.update({ where: { id: monthly.id }, data: { language: 'es' } })

  await inLanguage('es', async () => {
    for (const date of ['2027-01-12', '2027-01-19']) {
      const ride = { riderId: child.id, date, time: '16:00' }
      const { absence } = await absenceOf(family.id, ride)
      await callOff(family.id, ride, (absence && absenceKey(absence)) ?? undefined)
    }
    await bookMakeup(family.id, child.id, { date: '2027-01-21', time: '16:00', type: 'Group Lesson' })
    const makeup = await prisma.makeup.findFirstOrThrow({ where: { booking: null } })
    await requestMakeup(family.id, makeup.id, { weekdays: [2], wish: '' })
    await joinWaitlist(family.id, child.id, { date: '2027-01-13', time: '16:00', type: 'Private Lesson' }, 'one-time')
    await changeProfile(family.id, { phone: '845-555-0199', email: 'gail-2@example.test' })
    await signAndMail(
      family.id,
      { waiver, riders: [child.id], name: 'Gail Stone', drawing: null },
      { ip: '192.0.2.7', userAgent: 'A phone' },
    )
    for (const method of ['card', 'us_bank_account'] as const) {
      const { paymentIntentId } = (await buy(family.id, await monthlyPurchase({ method }))) as StartedPayment
      const token = method === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success'
      await payWith(provider, paymentIntentId, token)
      await syncPayment(paymentIntentId)
    }
    const declined = (await buy(family.id, await monthlyPurchase())) as StartedPayment
    await payWith(provider, declined.paymentIntentId, 'pm_card_chargeDeclined').catch(() => undefined)
    await syncPayment(declined.paymentIntentId)
    await createSubscription(monthly.id, await monthlyPurchase())
    await cancelSubscription(monthly.id)
  })
  await sandbox.idle()

  const letters = await prisma.outboxEmail.findMany()
  const [theirs, ofOffice] = [
    letters.filter(({ recipient }) => /^(rider|gail)-/.test(recipient)),
    letters.filter(({ recipient }) => recipient.startsWith('admin-')),
  ]
  // The office may have been told nothing, but the family has its receipt: the check finds Spanish where it is.
  expect(theirs.filter(({ html }) => !html.includes('<html lang="es">')).map(({ subject }) => subject)).toEqual([])
  expect(theirs.filter(({ text }) => isSpanish(text)).length).toBeGreaterThanOrEqual(4)
  expect(ofOffice.filter(({ text }) => isSpanish(text))).toEqual([])

  const stored = (await storedTexts()).filter((text) => !/^(email_outbox|text_outbox)\./.test(text))
  expect(stored.length).toBeGreaterThan(100)
  expect(stored.filter(isSpanish)).toEqual([])

  const { stripe } = provider
  const sent = await Promise.all([
    stripe.customers.list(),
    stripe.paymentIntents.list(),
    stripe.subscriptions.list({ status: 'all' }),
    stripe.invoices.list(),
    stripe.products.list(),
  ])
  expect(sent.flatMap(({ data }) => data.map((one) => JSON.stringify(one))).filter(isSpanish)).toEqual([])
})
