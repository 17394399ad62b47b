import { expect, test } from 'vitest'
import { dialogOverPage } from './dialog-over-page.server'

const page = (inside: string, after = '', inert = '') =>
  `<body><div id="page"${inert} class="contents"><main>${inside}</main></div>${after}<section class="toasts"></section></body>`

test('A dialog is moved behind its screen, which the keyboard cannot reach', () => {
  const dialog = '<dialog open=""><p>&lt;dialog&gt;</p></dialog>'
  expect(dialogOverPage(page(`<h1>Week</h1>${dialog}<p>After</p>`))).toBe(
    page('<h1>Week</h1><p>After</p>', dialog, ' inert=""'),
  )
})

test('A page without a dialog stays unchanged', () => {
  expect(dialogOverPage(page('<h1>Week</h1>'))).toBe(page('<h1>Week</h1>'))
})
