// Takes the README's pictures of a running demo: npm run screenshots [-- http://127.0.0.1:3000]
import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import config from '../playwright.config'

const address = process.argv[2] ?? 'http://127.0.0.1:3000'
const folder = 'docs/screenshots'
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

async function signIn(page: Page, email: string, password: string) {
  await page.goto(`${address}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
}

await mkdir(folder, { recursive: true })
const browser = await chromium.launch(config.projects?.[0]?.use?.launchOptions)
const shoot = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/${name}.png` })
}

const office = await browser.newPage({ viewport: DESK })
await signIn(office, 'admin@stirrup.example', 'stirrup-admin')
await office.goto(`${address}/admin`)
await shoot(office, 'week')
await office.locator('.ride > a').first().click()
await office.getByRole('dialog').waitFor()
await shoot(office, 'ride')

const rider = await browser.newPage({ viewport: PHONE })
await signIn(rider, 'rider@stirrup.example', 'stirrup-rider')
await rider.goto(`${address}/`)
await shoot(rider, 'portal-phone')
await rider.goto(`${address}/purchase?package=2`)
await rider.waitForLoadState('networkidle')
await rider.getByRole('button', { name: /^Purchase for/ }).click()
await rider.getByRole('button', { name: /^Pay \$/ }).waitFor()
await shoot(rider, 'payment-phone')
await browser.close()
