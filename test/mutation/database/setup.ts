import path from 'node:path'
import { expect } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { MUTANTS } from './mutants'

const awake = new Set<number>(JSON.parse(process.env.MUTANTS ?? '[]'))

Object.assign(globalThis, {
  isMutant(id: number): boolean {
    const { testPath = '', currentTestName = '' } = expect.getState()
    const [file, title] = MUTANTS[id]?.test ?? []
    return awake.has(id) && path.relative(process.cwd(), testPath) === file && currentTestName.includes(title ?? '')
  },
  rawSql: (text: string) => Prisma.raw(text),
})
