import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Change, Journal } from './journal'

const row = (id: string): Change => ['customer', id, { id }]

test('A line that a full disk cut off is removed, and the next one follows complete lines', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'journal-'))
  const file = path.join(folder, 'state.jsonl')
  const journal = new Journal(file)
  journal.rewrite([row('cus_1')])
  const half = vi.spyOn(fs, 'writeSync').mockImplementationOnce((descriptor) => {
    fs.appendFileSync(descriptor, '[["customer","cu')
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  expect(() => journal.append([row('cus_2')])).toThrow('no space left')
  half.mockRestore()
  journal.append([row('cus_3')])
  journal.close()
  expect([...new Journal(file).read()]).toEqual([row('cus_1'), row('cus_3')])
  fs.rmSync(folder, { recursive: true })
})
