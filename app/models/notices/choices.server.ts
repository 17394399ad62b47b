import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { CHOSEN_BY_TEXT, NOTICE_KINDS, type NoticeKind } from './kinds'

export interface ListedChoice {
  kind: NoticeKind
  name: string
  hint: string
  /** False if every family gets it. */
  isChoice: boolean
  wanted: boolean
  /** As a text too, if the family has texts. */
  byText: boolean
}

type Channel = 'email' | 'text'

const KINDS = Object.entries(NOTICE_KINDS) as [NoticeKind, (typeof NOTICE_KINDS)[NoticeKind]][]

/** Every kind, with what this family has chosen of it. */
export async function listChoices(userId: string): Promise<ListedChoice[]> {
  const rows = await prisma.noticeChoice.findMany({
    where: { userId },
    select: { kind: true, channel: true, wanted: true },
  })
  const chosen = (kind: NoticeKind, channel: Channel) =>
    rows.find((row) => row.kind === kind && row.channel === channel)?.wanted
  return KINDS.map(([kind, { name, hint, isChoice }]) => ({
    kind,
    name,
    hint,
    isChoice,
    wanted: !isChoice || (chosen(kind, 'email') ?? true),
    byText: chosen(kind, 'text') ?? CHOSEN_BY_TEXT.includes(kind),
  }))
}

/** The kinds that a family wants from now on, and no others. By email some are no choice; by text each is one. */
export const saveChoices = (userId: string, wanted: readonly NoticeKind[], channel: Channel = 'email'): Promise<void> =>
  withTx(async (tx) => {
    for (const [kind, { isChoice }] of KINDS) {
      if (channel === 'email' && !isChoice) continue
      const row = { wanted: wanted.includes(kind), at: now() }
      const key = { userId, kind, channel }
      await tx.noticeChoice.upsert({ where: { userId_kind_channel: key }, create: { ...key, ...row }, update: row })
    }
  })

/** Turns one kind off. Returns false if the account is no more. */
export async function turnOff(userId: string, kind: NoticeKind): Promise<boolean> {
  const rows = await prisma.$executeRaw`
    INSERT INTO notice_choices (user_id, kind, channel, wanted, at)
    SELECT id, ${kind}, 'email', false, ${now()} FROM users WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT (user_id, kind, channel) DO UPDATE SET wanted = false, at = excluded.at`
  return rows > 0
}
