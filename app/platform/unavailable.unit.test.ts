import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import { expect, test } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { unavailable } from './unavailable.server'

/** An error as the driver adapter reports it. */
const reported = (code: string, cause: object) =>
  new Prisma.PrismaClientKnownRequestError('Invalid invocation', {
    code,
    clientVersion: '7',
    meta: { driverAdapterError: { name: 'DriverAdapterError', cause } },
  })
/** An error of a transaction that begins or commits, which is not wrapped. */
const ofTransaction = (originalCode: string) =>
  new DriverAdapterError({
    kind: 'postgres',
    originalCode,
    code: originalCode,
    severity: 'FATAL',
    message: 'terminating connection',
    detail: undefined,
    column: undefined,
    hint: undefined,
  })
const fromSystem = (code: string, syscall?: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

test.each([
  ['stopped', reported('P1001', { kind: 'DatabaseNotReachable' }), 'away'],
  ['stopped, asked by a raw statement', reported('P2010', { kind: 'DatabaseNotReachable' }), 'away'],
  ['out of connections', reported('P2037', { originalCode: '53300', kind: 'TooManyConnections' }), 'away'],
  ['starting', reported('P2010', { originalCode: '57P03', kind: 'postgres' }), 'away'],
  ['stopped in the middle', reported('P2010', { originalCode: '57P01', kind: 'postgres' }), 'lost'],
  ['full', reported('P2039', { originalCode: '53100', kind: 'postgres' }), 'full'],
  ['stopped while a transaction began or was committed', ofTransaction('57P01'), 'lost'],
  ['behind a socket that is gone', fromSystem('ENOENT', 'connect'), 'away'],
  ['killed in the middle', new Error('Connection terminated unexpectedly'), 'lost'],
  ['killed inside a transaction', new Error('Client has encountered a connection error and is not queryable'), 'lost'],
  ['busy with every connection', new Error('timeout exceeded when trying to connect'), 'away'],
] as const)('A database that is %s is recognized', (_, error, kind) => {
  expect(unavailable(error)).toMatchObject({ kind, status: 503 })
})

test('No other error counts as a database that is away', () => {
  expect(unavailable(reported('P2002', { originalCode: '23505', kind: 'UniqueConstraintViolation' }))).toBeNull()
  expect(unavailable(fromSystem('ENOENT', 'open'))).toBeNull()
  expect(unavailable(new TypeError('undefined is not a function'))).toBeNull()
  expect(unavailable('ECONNREFUSED')).toBeNull()
})
