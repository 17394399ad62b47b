import { createElement } from 'react'
import { expect, test } from 'vitest'
import { rendered } from '../../../../../test/rendered'
import { UnpaidTable } from './unpaid-table'

const student = (change: { what: string | null; owed: number | null }) => ({
  ...{ id: change.what ?? 'none', name: 'Emma', email: null, phone: null, parentName: null, payer: null },
  ...{ subscribed: false, active: true, packageId: null, since: null, mailedToday: false },
  ...change,
})

const shown = (...students: ReturnType<typeof student>[]) =>
  rendered(() =>
    createElement(UnpaidTable, {
      ...{ students, count: students.length, owed: 18_000, month: { key: '2026-11', name: 'November 2026' } },
      ...{ order: 'name' as const, search: '', here: '/payments/unpaid' },
      ...{ orderTo: () => '/', recordTo: () => '/' },
    }),
  )

test('Who has no package owes what they buy, in the column and beside the sum', async () => {
  const html = await shown(student({ what: 'Package 1', owed: 18_000 }), student({ what: null, owed: null }))
  expect(html).toContain('Depends on the package')
  expect(html).toContain('and what those without a package buy')
  expect(await shown(student({ what: 'Package 1', owed: 18_000 }))).not.toContain('without a package buy')
})
