import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import ImportStudents from './import'

const LARGE = 'The file is larger than 4 MB'

const shown = (actionData?: object) =>
  renderToStaticMarkup(
    createElement(RouterProvider, {
      router: createMemoryRouter([{ id: 'import', path: '/', loader: () => null, Component: ImportStudents }], {
        hydrationData: {
          loaderData: { import: { files: [], refused: [LARGE] } },
          actionData: actionData ? { import: actionData } : null,
        },
      }),
    }),
  )

test('That a file was too large is said until the next one is refused', () => {
  expect(shown()).toContain(LARGE)
  const error = { file: ['Please choose a spreadsheet.'] }
  const refused = shown({ title: 'The file was not read', lastResult: { status: 'error', error } })
  expect(refused).toContain('Please choose a spreadsheet.')
  expect(refused).not.toContain(LARGE)
})
