import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { YearGrid } from './year-grid'

const shown = (searched: boolean) =>
  renderToStaticMarkup(
    createElement(YearGrid, {
      students: [],
      rest: null,
      searched,
      year: 2026,
      current: 11,
      saveTo: '/payments/offline',
      recordTo: () => '/',
    }),
  )

test("An empty school's payments say that there are no students yet, and a search says that it found nobody", () => {
  expect(shown(false)).toContain('No students yet.')
  expect(shown(false)).toContain('href="/settings/import"')
  expect(shown(true)).toContain('No student by that name.')
})
