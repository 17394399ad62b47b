import { expect, test } from 'vitest'
import { numberSchema } from './number'

const read = (number: string) => numberSchema.safeParse({ number }).data?.number

test('Numbers of the United States and Canada are read, and islands and premium numbers with the same code are not', () => {
  expect(['(845) 555-0142', '+1 416 555 0142', '787-555-0142'].map(read)).toEqual([
    '+18455550142',
    '+14165550142',
    '+17875550142',
  ])
  for (const dear of ['876', '809', '473', '900']) expect(read(`(${dear}) 555-0142`)).toBeUndefined()
})
