import { expect, test } from 'vitest'
import { deviceName } from './device-name'

const MOZILLA = 'Mozilla/5.0'
const KHTML = '(KHTML, like Gecko)'

test.each([
  [
    'Chrome on Android',
    `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 ${KHTML} Chrome/141.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 ${KHTML} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 ${KHTML} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari on iPad',
    `${MOZILLA} (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 ${KHTML} Version/16.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari on Mac',
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 ${KHTML} Version/18.6 Safari/605.1.15`,
  ],
  [
    'Edge on Windows',
    `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${KHTML} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
  ],
  [
    'Samsung Internet on Android',
    `${MOZILLA} (Linux; Android 10; K) AppleWebKit/537.36 ${KHTML} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Linux', `${MOZILLA} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`],
  ['Chrome on ChromeOS', `${MOZILLA} (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${KHTML} Chrome/141.0.0.0`],
  ['Unknown browser on Windows', 'SchoolTool/1.0 (Windows)'],
  ['Unknown browser', 'curl/8.5.0'],
  ['Unknown browser', ''],
  ['Unknown browser', null],
])('A device is named %s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name)
})
