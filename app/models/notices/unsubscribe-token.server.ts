import { createHmac, timingSafeEqual } from 'node:crypto'
import { getEnv } from '~/platform/env.server'
import { isNoticeKind, kindOf, type NoticeKind } from './kinds'

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** Signs with a key derived from the server's secret: nobody can forge it, and it opens nothing else. */
const signatureOf = (what: string) =>
  createHmac('sha256', getEnv().sessionSecret).update(`unsubscribe ${what}`).digest()

/** Returns a token for one family and one kind of notice, valid as long as the server keeps its secret. */
export function unsubscribeToken(userId: string, kind: NoticeKind): string {
  const what = encode(`${kind} ${userId}`)
  return `${what}.${signatureOf(what).toString('base64url')}`
}

/** Parses a token; null if it is not valid. */
export function readUnsubscribeToken(token: string): { userId: string; kind: NoticeKind } | null {
  const [, what = '', signature = ''] = /^([\w-]{1,200})\.([\w-]{43})$/.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(what)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const [kind = '', userId = ''] = Buffer.from(what, 'base64url').toString().split(' ')
  return isNoticeKind(kind) && kindOf(kind).isChoice && userId ? { userId, kind } : null
}
