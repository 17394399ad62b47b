import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { CHOSEN_BY_TEXT, FAMILY_KINDS, kindOf, type NoticeKind } from './kinds'

interface ListedChoice {
  kind: NoticeKind
  name: string
  hint: string
  /** False if every family gets it. */
  isChoice: boolean
  wanted: boolean
  /** Whether it also comes as a text, if the family has texts. */
  byText: boolean
}

export type Channel = 'email' | 'text'

/** Lists every kind that families get, with this family's choice. */
export async function listChoices(userId: string): Promise<ListedChoice[]> {
  const rows = await prisma.noticeChoice.findMany({
    where: { userId },
    select: { kind: true, channel: true, wanted: true },
  })
  const chosen = (kind: NoticeKind, channel: Channel) =>
    rows.find((row) => row.kind === kind && row.channel === channel)?.wanted
  return FAMILY_KINDS.map((kind) => {
    const { name, hint, isChoice } = kindOf(kind)
    const wanted = !isChoice || (chosen(kind, 'email') ?? true)
    return { kind, name, hint, isChoice, wanted, byText: chosen(kind, 'text') ?? CHOSEN_BY_TEXT.includes(kind) }
  })
}

/** Saves the kinds that a family wants, and no others. Some cannot be turned off by email; every kind can by text. */
export const saveChoices = (userId: string, wanted: readonly NoticeKind[], channel: Channel = 'email'): Promise<void> =>
  withTx(async (tx) => {
    for (const kind of FAMILY_KINDS) {
      if (channel === 'email' && !kindOf(kind).isChoice) continue
      const row = { wanted: wanted.includes(kind), at: now() }
      const key = { userId, kind, channel }
      await tx.noticeChoice.upsert({ where: { userId_kind_channel: key }, create: { ...key, ...row }, update: row })
    }
  })

/** Turns emails on for families that want a kind only by text: no texts are sent anymore. */
export const emailInsteadOfTexts = (tx: Tx): Promise<number> => tx.$executeRaw`
  UPDATE notice_choices e SET wanted = true, at = ${now()}
  FROM notice_choices t JOIN text_numbers n ON n.user_id = t.user_id AND n.verified_at IS NOT NULL AND n.stopped_at IS NULL
  WHERE e.channel = 'email' AND NOT e.wanted AND t.channel = 'text' AND t.wanted AND t.user_id = e.user_id AND t.kind = e.kind`

/** Whether someone gets emails of a kind that can be turned off. */
export async function isWanted(userId: string, kind: NoticeKind): Promise<boolean> {
  const key = { userId, kind, channel: 'email' }
  return (await prisma.noticeChoice.findUnique({ where: { userId_kind_channel: key } }))?.wanted ?? true
}

/** Turns emails of one kind on or off. Returns false if the account no longer exists. */
export async function choose(userId: string, kind: NoticeKind, wanted: boolean): Promise<boolean> {
  const rows = await prisma.$executeRaw`
    INSERT INTO notice_choices (user_id, kind, channel, wanted, at)
    SELECT id, ${kind}, 'email', ${wanted}, ${now()} FROM users WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT (user_id, kind, channel) DO UPDATE SET wanted = excluded.wanted, at = excluded.at`
  return rows > 0
}
