import { expect, test } from 'vitest'
import { answersIn } from './answers'

const OK = 'HTTP/1.1 200 OK\r\n'
const read = (text: string, methods = ['GET', 'GET'], closed = false) =>
  answersIn(Buffer.from(text), methods, closed).map(({ status, body }) => [status, body.toString()])

test('Answers on one connection are separated by their lengths', () => {
  const two = `${OK}Content-Length: 2\r\n\r\nab${OK}Transfer-Encoding: chunked\r\n\r\n3\r\ncde\r\n1\r\nf\r\n0\r\n\r\n`
  expect(read(two)).toEqual([
    [200, 'ab'],
    [200, 'cdef'],
  ])
})

test('An incomplete answer does not count yet', () => {
  expect(read('HTTP/1.1 200 OK\r\nContent-')).toEqual([])
  expect(read(`${OK}Content-Length: 3\r\n\r\nab`)).toEqual([])
  expect(read(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nab`)).toEqual([])
})

test('The end of the connection ends a body without a length', () => {
  expect(read(`${OK}\r\nab`)).toEqual([])
  expect(read(`${OK}\r\nab`, ['GET'], true)).toEqual([[200, 'ab']])
})

test('An answer to HEAD has no body, and "continue" is no answer', () => {
  const text = `HTTP/1.1 100 Continue\r\n\r\n${OK}Content-Length: 9\r\n\r\n${OK}Content-Length: 1\r\n\r\na`
  expect(read(text, ['HEAD', 'GET'])).toEqual([
    [200, ''],
    [200, 'a'],
  ])
})

test('Bytes that are not an answer are an error', () => {
  expect(() => read('SSH-2.0\r\n\r\n')).toThrow('No answer of HTTP')
})
