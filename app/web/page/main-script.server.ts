import { readFileSync } from 'node:fs'

let address: string | undefined

/** The address of `app/browser/main.ts`, whose name changes with its content: the build of the browser's part writes it down. */
export function mainScript(): string {
  if (process.env.NODE_ENV === 'development') return '/app/browser/main.ts'
  address ??= String(JSON.parse(readFileSync('build/browser.json', 'utf8')).main)
  return address
}
