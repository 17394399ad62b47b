import { t } from '#text'

/** Patterns of browsers, the most specific first, because a browser also names others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS|e)?\//, 'Edge'],
  [/\b(OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const find = (names: [RegExp, string][], userAgent: string) => names.find(([mark]) => mark.test(userAgent))?.[1]

/** Returns a plain name such as "Chrome on Android"; "Unknown browser" if it is not recognized. */
export function deviceName(userAgent: string | null): string {
  const browser = find(BROWSERS, userAgent ?? '') ?? 'Unknown browser'
  const system = find(SYSTEMS, userAgent ?? '')
  return system ? `${browser} on ${system}` : browser
}

/** Returns the name of a device, which is stored in English, as its owner reads it. */
export function sayDevice(name: string): string {
  const [, browser, system] = /^(.+) on (.+)$/.exec(name) ?? []
  return browser && system ? t('{browser} on {system}', { browser: t(browser), system }) : t(name)
}
