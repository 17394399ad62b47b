import type { Prisma } from '~/generated/prisma/client'
import { editSetting, type Setting } from '~/models/school/settings-changes.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { bare, listStatement, queryLists, rowList, text } from '~/platform/row-lists.server'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import type { Waiver } from './waiver'
import type { Draft } from './waiver.schema'

export const DRAFT: Setting = { entity: 'waiver', entityId: 'draft' }
export const RULE: Setting = { entity: 'waiver', entityId: 'rule' }

const readable = { id: true, number: true, title: true, text: true } as const satisfies Prisma.WaiverVersionSelect

/** Selects what `currentWaiver` returns, for a statement with other lists. */
export const waiverList = rowList<Waiver>(
  { id: bare('v.id'), number: bare('v.number'), title: text('v.title'), text: text('v.text') },
  '(SELECT * FROM waiver_versions WHERE withdrawn_at IS NULL ORDER BY number DESC LIMIT 1) v',
)
const CURRENT = listStatement({ waiver: waiverList })

/** Returns the newest version that is not withdrawn: what families are asked to sign. Null if the school has none. */
export const currentWaiver = async (db: Db = prisma): Promise<Waiver | null> =>
  (await queryLists(CURRENT, [], db)).waiver[0] ?? null

/** Locks the text: signers share the lock, and publishing or withdrawing waits for them, so that nobody signs what is being replaced. */
export const lockText = (tx: Tx, how: 'sign' | 'change') =>
  how === 'sign'
    ? tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended('waiver', 0))`
    : tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('waiver', 0))`

/** Returns what the office is writing: its draft, otherwise the valid text. */
export async function findDraft(db: Db = prisma): Promise<Draft> {
  const { title, text } = (await db.waiverDraft.findUnique({ where: { id: 1 } })) ??
    (await currentWaiver(db)) ?? { title: 'Riding waiver', text: '' }
  return { title, text }
}

/** Saves a draft. Returns a sentence about fields that someone else has changed. @throws Outdated if both changed the same field. */
export const saveDraft = (actorId: string, sent: Draft, version?: string): Promise<string | undefined> =>
  withTx(async (tx) => {
    const { before, write, kept } = await editSetting(tx, DRAFT, { version, sent, read: () => findDraft(tx) })
    const saved = { ...before, ...write }
    await tx.waiverDraft.upsert({ where: { id: 1 }, create: { id: 1, ...saved }, update: saved })
    // The log says that the text changed. The text itself is stored once it is published.
    const to = {
      ...(saved.title !== before.title && { title: saved.title }),
      ...(saved.text !== before.text && { text: `${saved.text.length} characters` }),
    }
    if (Object.keys(to).length) await audit(tx, { actorId, action: 'waiver.draft', ...DRAFT, detail: { to } })
    return kept
  })

/**
 * Publishes the draft as the text that families sign, for good.
 * @param read the draft that was read before publishing it.
 * @throws Refused 409 if the draft has changed since, or equals the valid text.
 */
export const publishDraft = (
  actorId: string,
  read: Draft,
  { asksAgain }: { asksAgain: boolean },
): Promise<{ number: number }> =>
  withTx(async (tx) => {
    await lockText(tx, 'change')
    const { title, text } = await findDraft(tx)
    if (title !== read.title || text !== read.text) {
      throw new Outdated('Someone changed the draft just now. Please read it again.')
    }
    if (!text.trim()) throw new Refused('invalid', 'Please write the text first')
    const standing = await currentWaiver(tx)
    if (standing?.title === title && standing.text === text) {
      throw new Refused('duplicate', `This is the text of version ${standing.number}. Nothing was published.`)
    }
    const last = await tx.waiverVersion.findFirst({ orderBy: { number: 'desc' }, select: { number: true } })
    const number = (last?.number ?? 0) + 1
    await tx.waiverVersion.create({
      data: { number, title, text, asksAgain: asksAgain || !standing, publishedAt: now(), publishedById: actorId },
    })
    await tx.waiverDraft.deleteMany()
    const detail = { name: `version ${number}`, asksAgain: asksAgain || !standing }
    await audit(tx, { actorId, action: 'waiver.publish', entity: 'waiver', entityId: number, detail })
    return { number }
  })

/** Withdraws a version: its signatures become invalid, and the version before it is valid again. @throws Refused 404, 409 */
export const withdrawVersion = (actorId: string, id: number, note: string): Promise<{ number: number }> =>
  withTx(async (tx) => {
    await lockText(tx, 'change')
    const version = await tx.waiverVersion.findUnique({ where: { id }, select: { number: true, withdrawnAt: true } })
    if (!version) throw notFound('Version not found')
    if (version.withdrawnAt) throw new Refused('already_done', 'This version was withdrawn already')
    const withdrawn = { withdrawnAt: now(), withdrawnById: actorId, withdrawnNote: note }
    await tx.waiverVersion.update({ where: { id }, data: withdrawn })
    const { number } = version
    const detail = { name: `version ${number}`, reason: note }
    await audit(tx, { actorId, action: 'waiver.withdraw', entity: 'waiver', entityId: number, detail })
    return { number }
  })

const listed = {
  ...readable,
  asksAgain: true,
  publishedAt: true,
  withdrawnAt: true,
  withdrawnNote: true,
  publishedBy: { select: { firstName: true, lastName: true, email: true } },
  _count: { select: { signatures: { where: { withdrawnAt: null } } } },
} satisfies Prisma.WaiverVersionSelect

export interface ListedVersion extends Waiver {
  asksAgain: boolean
  publishedAt: Date
  publishedBy: string
  withdrawnAt: Date | null
  withdrawnNote: string | null
  signatures: number
}

const listedVersion = ({
  publishedBy,
  _count,
  ...version
}: Prisma.WaiverVersionGetPayload<{ select: typeof listed }>): ListedVersion => ({
  ...version,
  publishedBy: displayName(publishedBy),
  signatures: _count.signatures,
})

/** Lists the versions, newest first. */
export async function listVersions(): Promise<ListedVersion[]> {
  const versions = await prisma.waiverVersion.findMany({ orderBy: { number: 'desc' }, select: listed })
  return versions.map(listedVersion)
}

export async function findVersion(id: number): Promise<ListedVersion | null> {
  const version = await prisma.waiverVersion.findUnique({ where: { id }, select: listed })
  return version && listedVersion(version)
}
