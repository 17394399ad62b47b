import { answered, type Trouble, trying, type Unsent } from '~/models/unsent/unsent'
import { allOf, change } from './store'

const SEND_MS = 15_000

/** The result of a try to send everything: no answer, sent, or the school asks who this is. */
type Sent = 'no-answer' | 'sent' | 'signed-out'

interface Answer {
  changes?: { key: string; trouble: Trouble | null }[]
  message?: string
}

/** Whether a change waits for a signal only, and not for a decision. */
export const isReady = ({ trouble }: Unsent): boolean => !trouble

/** Sends a user's changes to `call`, a day at a time in the order in which they were made. Only one tab does so at a time. */
export async function sendAll(userId: string, call: string): Promise<Sent> {
  const work = async (): Promise<Sent> => {
    const days = new Set((await allOf(userId)).filter(isReady).map(({ date }) => date))
    for (const date of days) {
      const together = await sendDay(userId, call, date)
      const sent = together === 'unread' ? await oneByOne(userId, call, date) : together
      if (sent !== 'sent') return sent
    }
    return 'sent'
  }
  return navigator.locks ? navigator.locks.request('day-sheet', work) : work()
}

/** Sends a day's changes one by one, so that one that the school cannot read does not hold up the others. */
async function oneByOne(userId: string, call: string, date: string): Promise<Sent> {
  for (const { id } of await readyOn(userId, date)) {
    const sent = await sendDay(userId, call, date, id)
    if (sent === 'no-answer' || sent === 'signed-out') return sent
  }
  return 'sent'
}

const readyOn = async (userId: string, date: string, only?: string): Promise<Unsent[]> =>
  (await allOf(userId)).filter((one) => isReady(one) && one.date === date && (!only || one.id === only))

/** Sends a day's changes, or the single one given by `only`. `unread` means that at least one of several cannot be read. */
async function sendDay(userId: string, call: string, date: string, only?: string): Promise<Sent | 'unread'> {
  for (const { id } of await readyOn(userId, date, only)) await change(id, (kept) => (kept ? trying(kept) : null))
  const sent = await readyOn(userId, date, only)
  if (sent.length === 0) return 'sent'
  const response = await post(call, { userId, lessonDate: date, changes: sent.map(wishOf) }).catch(() => null)
  if (response?.status === 401 || response?.status === 403) return 'signed-out'
  // A connection that does not reach the school, such as a captive portal.
  if (!response || (!response.ok && response.status !== 400)) return 'no-answer'
  if (!response.ok && sent.length > 1) return 'unread'
  const answer: Answer = await response.json().catch(() => ({}))
  const refused: Trouble = { kind: 'refused', said: answer.message ?? 'It could not be read.' }
  if (response.ok && !answer.changes) return 'no-answer'
  for (const { id, key } of sent) {
    const told = answer.changes?.find((one) => one.key === key)
    if (told || !response.ok) {
      await change(id, (kept) => (kept ? answered(kept, key, told ? told.trouble : refused) : null))
    }
  }
  return 'sent'
}

const post = (call: string, body: unknown) =>
  fetch(call, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SEND_MS),
  })

const wishOf = ({ riderId, time, type, key, tried, base, want, at }: Unsent) => ({
  studentId: riderId,
  lessonTime: time,
  rideType: type,
  key,
  base,
  want,
  tried: tried.filter((one) => one !== key),
  madeAt: at,
})
