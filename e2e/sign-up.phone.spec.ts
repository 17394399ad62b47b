import { expect, expectAccessible, open, type Page, register, test } from './support'

const riderBlock = (page: Page, number: number) => page.getByRole('group', { name: `Rider ${number}` })
const fits = async (page: Page, scripts: boolean) =>
  !scripts || (await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))

const family = (first: string, { project, retry, repeatEachIndex }: ReturnType<typeof test.info>) => {
  const tried = `${project.name}.${repeatEachIndex}.${retry}`
  return { first, last: `Of ${tried}`, email: `${first}.${tried}@example.com`.toLowerCase(), password: 'six-or-more' }
}

test('a mother signs up two children, and what she typed stays when one field is wrong', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  const { first, last, email, password } = family('Mara', info)
  await open(page, '/auth?tab=create-account')
  await expect(page.getByLabel(/^Parent or guardian/)).toBeVisible()
  await expect(riderBlock(page, 1)).toBeHidden()
  await page.getByLabel('My child').check()
  await expect(page.getByLabel(/^Parent or guardian/)).toBeHidden()
  await expect(riderBlock(page, 2)).toBeHidden()
  const you = page.getByRole('group', { name: 'You', exact: true })
  await you.getByLabel('First name').fill(first)
  await you.getByLabel('Last name').fill(last)
  await you.getByLabel('Email').fill(email)
  await you.getByLabel('Phone').fill('555 010 2030')
  await you.getByLabel('Password').fill(password)
  await riderBlock(page, 1).getByLabel('First name').fill('Lucia')
  await riderBlock(page, 1).getByLabel('Last name').fill(last)
  await riderBlock(page, 1).getByLabel('Birth date').fill('2017-05-01')

  await test.step('one more block opens, and nothing typed is lost', async () => {
    await page.getByText('Add another rider').locator('visible=true').click()
    await expect(page.getByText('Add another rider').locator('visible=true')).toHaveCount(1)
    await expect(you.getByLabel('Password')).toHaveValue(password)
    await riderBlock(page, 2).getByLabel('First name').fill('Mateo')
    await expectAccessible(page)
    expect(await fits(page, scripts)).toBe(true)
  })

  await test.step('a missing field is reported in its block, which stays open', async () => {
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(riderBlock(page, 2).getByText('Last name is required')).toBeVisible()
    await expect(riderBlock(page, 2).getByLabel('Last name')).toBeFocused()
    await expect(page.getByText(/^Please tick that you are the parent/)).toBeVisible()
    await expect(page.getByLabel('My child')).toBeChecked()
    await expect(riderBlock(page, 1).getByLabel('Birth date')).toHaveValue('2017-05-01')
    await expect(riderBlock(page, 2).getByLabel('First name')).toHaveValue('Mateo')
  })

  await test.step('both children ride, and she does not', async () => {
    await riderBlock(page, 2).getByLabel('Last name').fill(last)
    await you.getByLabel('Password').fill(password)
    await page.getByLabel('I am the parent or legal guardian').check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Account created!')).toBeVisible()
    await expect(page.getByText('Please sign the waiver for Lucia and Mateo.')).toBeVisible()
    await expect(page.getByText(/May the school keep/)).toHaveCount(0)
  })

  await test.step('she signs for both as their guardian, without being asked', async () => {
    await open(page, '/waivers')
    await expect(page.getByText(/I sign for Lucia and Mateo as a parent or legal guardian/)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
  })
})

test('a family adds a rider in its profile, and a parent says that they ride too', async ({
  page,
  javaScriptEnabled,
}, info) => {
  const scripts = javaScriptEnabled !== false
  const mother = family('Nia', info)
  await register(page, { ...mother, children: ['Ole'] })
  await open(page, '/profile')
  const riders = page.locator('section', { has: page.getByRole('heading', { name: 'Riders' }) }).getByRole('listitem')
  await expect(riders).toContainText([`Ole ${mother.last}`])
  await page.getByRole('link', { name: 'Add a Rider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Ida')
  await dialog.getByLabel('Last name').fill(mother.last)
  await dialog.getByRole('button', { name: 'Add Rider' }).click()
  await expect(dialog.getByText(/^Please tick that you are the parent/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('I am the parent or legal guardian').check()
  await dialog.getByRole('button', { name: 'Add Rider' }).click()
  await expect(riders).toContainText([`Ida ${mother.last}`, `Ole ${mother.last}`])
  await riders.first().getByRole('link', { name: 'Add birth date' }).click()
  await dialog.getByLabel('Birth date (optional)').fill('2016-05-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(riders.first()).toContainText('Born May 1, 2016')
  await page.getByRole('button', { name: 'I Ride Too' }).click()
  await expect(riders.first()).toContainText(`Nia ${mother.last} (you)`)
  await page.getByRole('button', { name: 'I Don’t Ride' }).click()
  await expect(riders).toHaveCount(2)
  expect(await fits(page, scripts)).toBe(true)
})
