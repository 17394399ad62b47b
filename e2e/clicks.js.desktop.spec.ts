import type { Locator, Page } from '@playwright/test'
import { CLICKS, Desk, FIELDS, horseOf, horseSelects, sheetRides } from './desk'
import { beginsAt, expect, open, register, SAMPLE, saveCard, signIn, signOut, test } from './support'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Returns a weekday so many weeks ahead. */
function weekday(name: (typeof DAYS)[number], weeks: number): string {
  const day = new Date()
  const monday = day.getUTCDate() - ((day.getUTCDay() + 6) % 7)
  day.setUTCDate(monday + 7 * weeks + DAYS.indexOf(name))
  return day.toISOString().slice(0, 10)
}

/** Returns a day of a week that no other test uses; a retry has weeks of its own. */
const dayOf = (name: (typeof DAYS)[number], later = 0) => weekday(name, 8 + later + 3 * test.info().retry)

const lessonOf = (page: Page, time: string) =>
  page.locator('.week-day[data-shown] .lesson', { has: page.locator('.lesson-head', { hasText: beginsAt(time) }) })
const horseOn = (ride: Locator) => ride.locator('small')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

async function call(page: Page, method: 'post' | 'delete', path: string, data: object) {
  const answer = await page.request[method](`/api${path}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

interface Ride {
  studentId: string
  studentName: string
  time: string
}

/** Returns the rides of a day, in the order of the week; without `time` those of every lesson. */
async function ridesOn(page: Page, day: string, time?: string): Promise<Ride[]> {
  const answer = await page.request.get(`/api/admin/lessons?startDate=${day}&endDate=${day}`)
  const rides: Ride[] = await answer.json()
  return rides.filter((ride) => !time || ride.time === time)
}

const giveHorse = (page: Page, day: string, { time, studentName }: Ride, horseName: string) =>
  call(page, 'post', '/lessons/horse-assignments', { horseName, usageDate: day, lessonTime: time, studentName })

/** Adds a new student, who has bought nothing, to a lesson of one day. */
async function addRider(page: Page, lastName: string, at: { lessonDate: string; scheduledTime: string }) {
  const email = `${lastName}.${test.info().retry}@example.com`.toLowerCase()
  const { id } = await call(page, 'post', '/admin/students', { firstName: 'Uma', lastName, email })
  await call(page, 'post', '/temporary-lessons/add-student', { ...at, lessonType: 'Group Lesson', studentId: id })
  return { id, name: `Uma ${lastName}`, ...at, lessonType: 'Group Lesson' }
}

/** Every job of the table: what the office clicks from the week on, and how it sees that the job is done. */
const JOBS: Record<string, (page: Page, desk: Desk) => Promise<void>> = {
  async 'mark a whole lesson present'(page, desk) {
    const day = weekday('Monday', -1)
    for (const name of ['Early', 'Late']) await addRider(page, name, { lessonDate: day, scheduledTime: '3:30 PM' })
    await open(page, `/admin?day=${day}`)
    const lesson = lessonOf(page, '3:30 PM')
    await expect(lesson.locator('.ride:not([data-mark])')).not.toHaveCount(0)
    await desk.click(lesson.locator('.lesson-head'))
    await desk.click(button(page, /^Mark .+ present$/))
    await expect(lesson.locator('.ride:not([data-mark])')).toHaveCount(0)
  },

  async 'another horse for one rider'(page, desk) {
    await open(page, `/admin?day=${dayOf('Tuesday')}`)
    const ride = lessonOf(page, '3:30 PM').locator('.ride').first()
    await desk.click(ride.getByRole('link'))
    await desk.choose(page.getByLabel('Horse', { exact: true }), { label: 'Maple' })
    await expect(horseOn(ride)).toContainText('Maple')
  },

  async 'another horse for one rider, from the day sheet'(page, desk) {
    await open(page, `/admin/day?date=${dayOf('Tuesday')}`)
    const ride = page.locator('.sheet-ride').nth(1)
    await desk.click(ride.getByRole('link'))
    await desk.choose(page.getByLabel('Horse', { exact: true }), { label: 'Willow' })
    await expect(page.getByText('Horse Assigned')).toBeVisible()
    await desk.click(page.getByRole('link', { name: 'Close', exact: true }))
    await expect(page).toHaveURL(/\/admin\/day/)
    await expect(ride).toContainText('Willow')
  },

  async 'four riders with horses into a lesson'(page, desk) {
    const day = dayOf('Friday', 1)
    await call(page, 'post', '/temporary-lessons', {
      lessonDate: day,
      scheduledTime: '9:00 AM',
      lessonType: 'Group Lesson',
    })
    await open(page, `/admin?day=${day}`)
    await desk.click(lessonOf(page, '9:00 AM').getByRole('link', { name: /^Add student/ }))
    for (const i of [0, 1, 2, 3]) await desk.click(page.getByRole('dialog').getByRole('checkbox').nth(i))
    await desk.click(page.getByText('This date only'))
    await desk.click(button(page, 'Add and Choose Horses'))
    await expect(horseSelects(page)).toHaveCount(4)
    // A student who never rode here has no usual horse.
    expect(await page.getByText('Suggested').count()).toBeGreaterThanOrEqual(3)
    await desk.click(button(page, 'Save Horses'))
    await expect(lessonOf(page, '9:00 AM').locator('.ride')).toHaveCount(4)
  },

  async 'exchange the horses of two riders in a lesson'(page, desk) {
    const day = dayOf('Wednesday')
    const [one, two] = await ridesOn(page, day, '5:00 PM')
    if (!one || !two) throw new Error('The lesson has fewer than two riders')
    await giveHorse(page, day, one, 'Rosie')
    await giveHorse(page, day, two, 'Scout')
    await open(page, `/admin?day=${day}`)
    const rides = lessonOf(page, '5:00 PM').locator('.ride')
    await desk.click(rides.filter({ hasText: one.studentName }).getByRole('link'))
    const choices = page.getByLabel('Horse', { exact: true })
    const label = `Scout (swap with ${two.studentName})`
    const value = await choices.locator('option', { hasText: label }).getAttribute('value')
    await desk.choose(choices, { value: value ?? '' })
    await expect(page.getByText('Horses Swapped')).toBeVisible()
    await expect(horseOn(rides.filter({ hasText: one.studentName }))).toContainText('Scout')
    await expect(horseOn(rides.filter({ hasText: two.studentName }))).toContainText('Rosie')
  },

  async 'horses for a Saturday of 15 riders'(page, desk) {
    await open(page, `/admin?day=${dayOf('Saturday')}`)
    await desk.click(link(page, 'Horses on Saturday'))
    await expect(horseSelects(page)).toHaveCount(15)
    // A student whose horses are all out or tired that day gets no proposal.
    const proposed = await Promise.all((await horseSelects(page).all()).map(horseOf))
    const left = proposed.filter((name) => name === 'Not assigned').length
    expect(left).toBeLessThanOrEqual(2)
    await desk.click(button(page, 'Save Horses'))
    await expect(sheetRides(page)).toHaveCount(15)
    await expect(sheetRides(page).getByText('No horse', { exact: true })).toHaveCount(left)
  },

  async 'horses of a day as last week'(page, desk) {
    const [one] = await ridesOn(page, dayOf('Thursday'))
    if (!one) throw new Error('Nobody rides on Thursday')
    await giveHorse(page, dayOf('Thursday'), one, 'Willow')
    await open(page, `/admin?day=${dayOf('Thursday', 1)}`)
    await desk.click(link(page, 'Horses on Thursday'))
    await desk.click(link(page, 'Copy Last Week'))
    await expect(page.getByText('Filled in as last week')).toBeVisible()
    await desk.click(button(page, 'Save Horses'))
    await expect(page.locator('.sheet-ride', { hasText: one.studentName })).toContainText('Willow')
  },

  async 'move a rider to another day this week'(page, desk) {
    await open(page, `/admin?day=${dayOf('Monday')}`)
    const ride = lessonOf(page, '6:00 PM').locator('.ride').first()
    const name = (await ride.getByRole('link').textContent())?.match(/^\D+?(?=\d|$)/)?.[0] ?? ''
    await desk.click(ride.getByRole('link'))
    await desk.click(link(page, 'Move to another lesson'))
    const to = page.getByLabel('To', { exact: true })
    const choice = to.locator('option', { hasText: /^Tuesday .+ 3:30 PM Group Lesson .+ free/ }).first()
    await desk.choose(to, { value: (await choice.getAttribute('value')) ?? '' })
    await desk.click(button(page, 'Move'))
    await expect(page.locator('.week-day[data-shown] h2')).toContainText('Tuesday')
    await expect(lessonOf(page, '3:30 PM')).toContainText(name)
  },

  async 'why has a rider no lessons left'(page, desk) {
    const rider = await addRider(page, 'Whyte', { lessonDate: dayOf('Friday'), scheduledTime: '3:30 PM' })
    await call(page, 'post', '/lessons/attendance', {
      studentId: rider.id,
      lessonDate: rider.lessonDate,
      lessonTime: rider.scheduledTime,
      attendanceStatus: 'present',
    })
    await open(page, `/admin?day=${rider.lessonDate}`)
    await desk.click(link(page, new RegExp(rider.name)))
    await desk.click(link(page, 'How this adds up'))
    await expect(page.getByRole('table', { name: 'How these counts add up' })).toContainText('+1')
  },

  async 'take a cash payment'(page, desk) {
    const { name } = await addRider(page, 'Cash', { lessonDate: dayOf('Friday'), scheduledTime: '5:00 PM' })
    await open(page, '/admin')
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=Uma/)
    await desk.click(link(page, name).first())
    await desk.click(link(page, 'Record payment'))
    await desk.click(page.getByLabel('Amount in dollars'))
    await page.keyboard.type('120')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Payment recorded').first()).toBeVisible()
  },

  async "print today's sheet"(page, desk) {
    await page.addInitScript("window.print = () => document.body.setAttribute('data-printed', location.pathname)")
    await open(page, '/admin')
    await desk.click(link(page, 'Day Sheet'))
    await page.waitForURL(/\/admin\/day/)
    await desk.click(button(page, 'Print'))
    await expect(page.locator('body')).toHaveAttribute('data-printed', '/admin/day')
  },

  async 'close the school for a snow day'(page, desk) {
    await open(page, `/admin?day=${dayOf('Friday', 2)}`)
    const day = page.locator('.week-day[data-shown]')
    await expect(day.locator('.lesson')).not.toHaveCount(0)
    await desk.click(link(page, 'Close Friday'))
    await desk.click(page.getByLabel('Reason'))
    await page.keyboard.type('Snow')
    await desk.click(button(page, 'Close the Day'))
    await expect(page.getByText('Day Closed')).toBeVisible()
    await expect(day).toContainText('Snow')
    await expect(day.locator('.lesson')).toHaveCount(0)
  },

  async 'a lame horse, and other horses for its rides'(page, desk) {
    const day = dayOf('Tuesday', 1)
    const [ride] = await ridesOn(page, day)
    if (!ride) throw new Error('Nobody rides on this day')
    await giveHorse(page, day, ride, 'Clover')
    await open(page, `/admin?day=${day}`)
    await changePlans(page, desk)
    const horse = page.locator('section', { hasText: 'A horse can’t work' })
    await horse.getByLabel('Last day').fill(day)
    await horse.getByLabel('Reason').fill('Abscess')
    await desk.click(page.getByRole('button', { name: 'Clover', exact: true }))
    await expect(page.getByText('1 ride: another horse for 1.')).toBeVisible()
    await desk.click(button(page, 'Confirm'))
    await expect(page.getByText('Clover Rests')).toBeVisible()
  },

  async 'an instructor is ill: who teaches instead, or makeups'(page, desk) {
    await open(page, `/admin?day=${dayOf('Wednesday', 1)}`)
    await changePlans(page, desk)
    await desk.click(button(page, 'Hazel Finch'))
    await desk.click(button(page, 'Confirm'))
    await expect(page.getByText('Lessons Changed')).toBeVisible()
  },

  async 'who has not paid this month'(page, desk) {
    await open(page, '/admin')
    await desk.click(link(page, 'Payments').first())
    await desk.click(page.getByRole('link', { name: 'Unpaid', exact: true }))
    await expect(page.getByRole('heading', { name: /^Unpaid in / })).toBeVisible()
  },

  async 'which rides were never recorded'(page, desk) {
    const { name } = await addRider(page, 'Missed', { lessonDate: weekday('Friday', -1), scheduledTime: '5:00 PM' })
    await open(page, '/admin')
    await desk.click(link(page, /^\d+ to mark$/))
    await expect(page.locator('.sheet-ride', { hasText: name })).toBeVisible()
  },

  async 'undo a change from an hour ago'(page, desk) {
    const lessonDate = dayOf('Friday')
    for (const scheduledTime of ['7:00 AM', '8:30 AM']) {
      await call(page, 'post', '/temporary-lessons', { lessonDate, scheduledTime, lessonType: 'Hack' })
    }
    await open(page, `/admin?day=${lessonDate}`)
    await expect(lessonOf(page, '7:00 AM')).toHaveCount(1)
    await desk.click(link(page, 'Changes'))
    const change = page.getByRole('listitem').filter({ hasText: '7:00 AM Hack', hasNotText: 'undid' }).first()
    await desk.click(change.getByRole('button', { name: /^Undo/ }))
    await expect(change).toContainText('Undone')
    const left = await page.request.get(`/api/temporary-lessons/${lessonDate}`)
    expect(await left.json()).toMatchObject([{ scheduledTime: '8:30 AM' }])
  },

  async 'restore what was removed'(page, desk) {
    const at = { lessonDate: dayOf('Friday'), scheduledTime: '5:00 PM' }
    const [rider] = await ridesOn(page, at.lessonDate, at.scheduledTime)
    if (!rider) throw new Error('Nobody rides in the lesson')
    const { studentId } = rider
    await call(page, 'delete', '/one-time-participants', { ...at, lessonType: 'Group Lesson', studentId })
    await open(page, `/admin?day=${at.lessonDate}`)
    const lesson = lessonOf(page, '5:00 PM')
    await desk.click(lesson.locator('.week-off').getByRole('link'))
    await desk.click(button(page, 'Restore'))
    await expect(lesson.locator('.ride', { hasText: rider.studentName })).toHaveCount(1)
    await expect(lesson.locator('.week-off')).toHaveCount(0)
  },

  async register(page, desk) {
    await fillRegistration(page, desk)
    await desk.click(button(page, 'Create Account'))
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  },

  async 'register a teenager in an account of their own'(page, desk) {
    await fillRegistration(page, desk, 'Tia')
    await desk.fill(page.getByLabel(/^Parent/), 'Joe')
    await desk.click(page.getByLabel('I am the parent or legal guardian'))
    await desk.click(button(page, 'Create Account'))
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  },

  async 'register a child'(page, desk) {
    await registerChildren(page, desk, ['Ida'])
  },

  async 'register two children'(page, desk) {
    await registerChildren(page, desk, ['Ida', 'Ole'])
  },

  async 'Package 1 and two hacks by card'(page, desk) {
    await newFamily(page, 'Kit')
    await buyPackageAndHacks(page, desk)
  },

  async 'the same again with a saved card'(page, desk) {
    await newFamily(page, 'Val')
    await buyPackageAndHacks(page, new Desk(), { keep: true })
    await open(page, '/')
    await desk.click(button(page, 'Buy again · $318.27'))
    await desk.click(button(page, 'Pay $318.27 with Visa 4242'))
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  },

  async 'subscribe with a saved card'(page, desk) {
    await newFamily(page, 'Lou')
    await button(page, 'Add card').click()
    await saveCard(page, true)
    await expect(page.getByText('Payment Method Added').first()).toBeVisible()
    await subscribe(page, desk)
    await startSubscription(page, desk)
  },

  async 'subscribe, saving a card on the way'(page, desk) {
    await newFamily(page, 'Max')
    await subscribe(page, desk)
    await fillCard(page, desk)
    await desk.click(button(page, 'Set Up Payment Method'))
    await startSubscription(page, desk)
  },
}

async function changePlans(page: Page, desk: Desk) {
  await desk.click(page.getByRole('button', { name: 'More', exact: true }))
  await desk.click(page.getByRole('menuitem', { name: 'Change of Plans' }))
  await expect(page.getByRole('heading', { name: 'Change of Plans' })).toBeVisible()
}

const family = (first: string) => ({
  first,
  last: `Till ${test.info().retry}`,
  email: `${first}.till.${test.info().retry}@example.com`.toLowerCase(),
  password: 'six-or-more',
})

async function fillRegistration(page: Page, desk: Desk, who = 'Rae') {
  await signOut(page)
  await open(page, '/')
  await desk.click(link(page, 'Create Account'))
  const { first, last, email, password } = family(who)
  const you = page.getByRole('group', { name: 'You', exact: true })
  await desk.fill(you.getByLabel('First name'), first)
  await desk.fill(you.getByLabel('Last name'), last)
  await desk.fill(page.getByLabel('Email'), email)
  await desk.fill(page.getByLabel('Phone'), '555 010 2030')
  await desk.fill(page.getByLabel('Password', { exact: true }), password)
}

async function registerChildren(page: Page, desk: Desk, children: string[]) {
  await fillRegistration(page, desk, `Of${children.length}`)
  await desk.click(page.getByLabel('My child'))
  for (const [index, first] of children.entries()) {
    if (index) await desk.click(page.getByText('Add another rider').locator('visible=true'))
    const rider = page.getByRole('group', { name: `Rider ${index + 1}` })
    await desk.fill(rider.getByLabel('First name'), first)
    await desk.fill(rider.getByLabel('Last name'), 'Till')
  }
  await desk.click(page.getByLabel('I am the parent or legal guardian'))
  await desk.click(button(page, 'Create Account'))
  await expect(page.getByText(`Please sign the waiver for ${children.join(' and ')}.`)).toBeVisible()
}

async function newFamily(page: Page, first: string) {
  await signOut(page)
  await register(page, family(first))
  await open(page, '/')
}

async function fillCard(page: Page, desk: Desk) {
  await desk.fill(page.getByLabel('Card number'), '4242424242424242')
  await desk.fill(page.getByLabel(/^Expir/), '12 / 34')
  await desk.fill(page.getByLabel('Security code'), '123')
}

async function buyPackageAndHacks(page: Page, desk: Desk, { keep = false } = {}) {
  await desk.click(page.getByText('Package 1 - Basic').first())
  for (let i = 0; i < 2; i++) await desk.click(button(page, 'Add one Hack'))
  await desk.click(button(page, 'Purchase for $318.27'))
  await fillCard(page, desk)
  if (keep) await page.getByLabel('Save this card for next time').check()
  await desk.click(button(page, /^Complete Purchase/))
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
}

async function subscribe(page: Page, desk: Desk) {
  await open(page, '/')
  await desk.click(page.getByText('Package 1 - Basic').first())
  await desk.click(page.getByText('Monthly subscription'))
  await desk.click(button(page, 'Purchase for $226.60'))
}

async function startSubscription(page: Page, desk: Desk) {
  await desk.click(button(page, 'Start subscription · $226.60'))
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await signIn(page, SAMPLE.admin)
})

test('Every job with a documented number of clicks is tested', () => {
  expect([...CLICKS.keys()]).toEqual(Object.keys(JOBS))
})

for (const [job, walk] of Object.entries(JOBS)) {
  const clicks = CLICKS.get(job)
  test(`${clicks} ${clicks === 1 ? 'click' : 'clicks'}: ${job}`, async ({ page }) => {
    const desk = new Desk()
    await walk(page, desk)
    expect(desk.clicks, 'the clicks of docs/design.md, which may only fall').toBe(clicks)
    if (FIELDS.has(job)) expect(desk.fields, 'the fields of docs/design.md').toBe(FIELDS.get(job))
  })
}
