import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRefusal, notFound, REFUSAL_CODES, Refused, RefusedList } from './refused'

test('The code of a refusal decides its status', () => {
  expect(new Refused('invalid', 'Choose a horse', 'horseId')).toMatchObject({ status: 400, field: 'horseId' })
  expect(new RefusedList('in_the_way', ['One', 'Two'], 'Nothing was merged.')).toMatchObject({
    status: 409,
    message: 'One. Two. Nothing was merged.',
  })
  expect([
    isRefusal(notFound(), 'not_found'),
    isRefusal(notFound(), 'busy'),
    isRefusal(new Error(), 'not_found'),
  ]).toEqual([true, false, false])
})

test('Every code is one that is used', () => {
  const sources = ['app', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^generated/.test(path))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  )
  const all = sources.join('\n')
  expect(REFUSAL_CODES.filter((code) => !all.includes(`'${code}'`))).toEqual([])
})
