import { readFileSync } from 'node:fs'

let address: string | undefined

/** Returns the address of `app/browser/main.ts`. Its name changes with its content and is written down by the browser build. */
export function mainScript(): string {
  if (process.env.NODE_ENV === 'development') return '/app/browser/main.ts'
  address ??= String(JSON.parse(readFileSync('build/browser.json', 'utf8')).main)
  return address
}
