import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** Counts clicks as people make them: opening a select and choosing are two, typing is none. Fields are counted separately. */
export class Desk {
  clicks = 0
  fields = 0
  async fill(field: Locator, text: string) {
    this.fields += 1
    await field.fill(text)
  }
  async click(target: Locator) {
    this.clicks += 1
    await target.click()
  }
  async choose(select: Locator, choice: { label?: string; value?: string; index?: number }) {
    this.clicks += 2
    await select.selectOption(choice)
  }
}

const ROWS = readFileSync(new URL('../docs/design.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))

const numbersOf = (column: number): ReadonlyMap<string, number> =>
  new Map(
    ROWS.filter((cells) => cells[1] && /^\d+$/.test(cells[column] ?? '')).map((cells) => [
      cells[1] ?? '',
      Number(cells[column]),
    ]),
  )

/** The clicks that each job may take, from the tables of docs/design.md. */
export const CLICKS = numbersOf(3)
/** The fields that a family's job may ask for. */
export const FIELDS = numbersOf(4)

/** Whom `main-path.spec.ts` puts into a weekly lesson, on the weekday on which it runs. */
export const NEWCOMER = 'Pat Quinn'

/** The horses of the sample school's riders. */
export const horseSelects = (page: Page) =>
  page.getByRole('combobox', { name: new RegExp(`^Horse of (?!${NEWCOMER})`) })

/** The sample school's riders on a day sheet. */
export const sheetRides = (page: Page) => page.locator('.sheet-ride').filter({ hasNotText: NEWCOMER })

export const horseOf = async (select: Locator) =>
  (await select.locator('option:checked').innerText()).replace(/ \(.*/, '')
