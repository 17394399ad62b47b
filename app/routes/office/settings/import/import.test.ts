import { expect, test } from 'vitest'
import { rendered } from '../../../../../test/rendered'
import ImportStudents from './import'

const LARGE = 'The file is larger than 4 MB'

const shown = (answer?: object) => rendered(ImportStudents, { files: [], refused: [LARGE] }, answer)

test('That a file was too large is said until the next one is refused', async () => {
  expect(await shown()).toContain(LARGE)
  const error = { file: ['Please choose a spreadsheet.'] }
  const refused = await shown({ title: 'The file was not read', lastResult: { status: 'error', error } })
  expect(refused).toContain('Please choose a spreadsheet.')
  expect(refused).not.toContain(LARGE)
})
