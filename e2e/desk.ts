import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

/** Counts clicks as the office makes them: opening a select and choosing in it are two, typing is none. */
export class Desk {
  clicks = 0
  async click(target: Locator) {
    this.clicks += 1
    await target.click()
  }
  async choose(select: Locator, choice: { label?: string; value?: string; index?: number }) {
    this.clicks += 2
    await select.selectOption(choice)
  }
}

/** The clicks that each job may take, from the table of the page that tells them. */
export const CLICKS: ReadonlyMap<string, number> = new Map(
  readFileSync(new URL('../docs/clicks.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, job, , now]) => job && /^\d+$/.test(now ?? ''))
    .map(([, job = '', , now]) => [job, Number(now)]),
)

export const horseSelects = (page: Page) => page.getByRole('combobox', { name: /^Horse of/ })
export const horseOf = async (select: Locator) =>
  (await select.locator('option:checked').innerText()).replace(/ \(.*/, '')
