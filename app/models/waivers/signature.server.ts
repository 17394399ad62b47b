import { familyRider } from '~/models/people/families/family.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { bare, instant, instantOf, listStatement, plain, queryLists, rowList, text } from '~/platform/row-lists.server'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { fromDbDate, toDbDate } from '~/utils/dates'
import { digestOf, type SignedFacts } from './digest.server'
import { doesToday } from './unsigned-sql'
import { currentWaiver, lockText } from './version.server'
import { agreedTo, isFullName, rolesFor, type SignerRole } from './waiver'
import type { Paper, Signing } from './waiver.schema'

/** The origin of a signature. */
export interface From {
  ip: string | null
  userAgent: string | null
}

export interface Signed {
  /** Every rider's signature of this version, in the requested order. */
  ids: number[]
  /** Those that were created now: another tab, or another guardian, may have been first. */
  made: number[]
  riders: string[]
  number: number
}

/**
 * Signs for riders of a family. Signing twice counts once: the first signature stays. `tell` runs in the same
 * transaction if there is a new one.
 * @throws Refused 404 for a rider of another family; 409 if the text is not the valid one, or for a rider with a
 * guardian; 400 if the name is only a part of one.
 */
export const signWaiver = (
  signerId: string,
  { waiver, riders, name, drawing, signerRole }: Signing,
  { ip, userAgent }: From,
  tell: (tx: Tx, signed: Signed) => Promise<void> = async () => {},
): Promise<Signed> =>
  withTx(async (tx) => {
    await lockText(tx, 'sign')
    const current = await currentWaiver(tx)
    if (!current) throw new Refused('nothing_to_do', 'There is nothing to sign right now')
    if (current.id !== waiver) {
      throw new Outdated('The school just updated this waiver. Please read and sign the new version below.')
    }
    const { guardianId, ...signer } = await tx.user.findUniqueOrThrow({
      where: { id: signerId },
      select: { guardianId: true, firstName: true, lastName: true },
    })
    if (guardianId) throw new Refused('guardian_decides', 'Your parent or guardian signs for you')
    if (!isFullName(name, signer)) throw new Refused('invalid', 'Please enter first and last name', 'name')
    const signed: Signed = { ids: [], made: [], riders: [], number: current.number }
    for (const riderId of riders) {
      const rider = await familyRider(signerId, riderId, tx)
      const role = await roleOf(tx, signerId, riderId, signerRole)
      const { id, isNew } = await keep(tx, current, {
        riderId,
        riderName: rider.name,
        kind: 'signed',
        signerId,
        typedName: name,
        drawing,
        ip: ip?.slice(0, 45) ?? null,
        userAgent: userAgent?.slice(0, 200) ?? null,
        paperOn: null,
        recordedById: null,
        note: null,
        signerRole: role,
        agreedTo: agreedTo(role),
      })
      signed.ids.push(id)
      signed.riders.push(rider.name)
      if (isNew) signed.made.push(id)
    }
    if (signed.made.length) await tell(tx, signed)
    return signed
  })

/** Returns the signer's role. @throws Refused 400 if it is missing where it is unclear, or is one that the signer may not have. */
async function roleOf(tx: Tx, signerId: string, riderId: string, said: SignerRole | undefined): Promise<SignerRole> {
  const { birthDate, parentName } = await tx.user.findUniqueOrThrow({
    where: { id: riderId },
    select: { birthDate: true, parentName: true },
  })
  const isSelf = signerId === riderId
  const facts = { isSelf, birthDate: birthDate && fromDbDate(birthDate), parentName }
  const [role, other] = rolesFor(facts, today())
  if (role && !other) {
    if (isSelf && said && said !== role) throw new Refused('invalid', NOT_AS[said], 'signerRole')
    return role
  }
  if (!said) throw new Refused('invalid', 'Please say who signs', 'signerRole')
  return said
}

const NOT_AS: Record<SignerRole, string> = {
  adult: 'This rider is a child: a parent or legal guardian signs.',
  guardian: 'This rider is 18 or older and signs in person.',
}

type Text = Pick<SignedFacts, 'number' | 'title' | 'text'> & { id: number }

/** Stores a rider's only signature of a version. */
async function keep(
  tx: Tx,
  { id: versionId, number, title, text }: Text,
  facts: Omit<SignedFacts, keyof Text | 'signedAt'>,
): Promise<{ id: number; isNew: boolean }> {
  const signedAt = now()
  const digest = digestOf({ number, title, text, ...facts, signedAt })
  const { paperOn, ...rest } = facts
  const { count } = await tx.waiverSignature.createMany({
    data: [{ versionId, ...rest, paperOn: paperOn === null ? null : toDbDate(paperOn), signedAt, digest }],
    skipDuplicates: true,
  })
  const where = { versionId, riderId: facts.riderId, withdrawnAt: null }
  const { id } = await tx.waiverSignature.findFirstOrThrow({ where, select: { id: true } })
  return { id, isNew: count === 1 }
}

/**
 * Records that the office has the current text on paper, signed. The office stores the paper.
 * @throws Refused 404; 409 if there is no text, or a signature already; 400 for a future day.
 */
export const recordPaper = (actorId: string, riderId: string, { name, paperOn, note }: Paper): Promise<string> =>
  withTx(async (tx) => {
    await lockText(tx, 'sign')
    const rider = await tx.user.findFirst({
      where: { id: riderId, erasedAt: null, role: { not: 'instructor' } },
      select: { firstName: true, lastName: true, email: true },
    })
    if (!rider) throw notFound('Student not found')
    if (paperOn > today()) throw new Refused('date_out_of_range', 'This date is in the future', 'paperOn')
    const current = await currentWaiver(tx)
    if (!current) throw new Refused('nothing_to_do', 'Please publish a waiver first')
    const riderName = displayName(rider)
    const facts = { riderId, riderName, typedName: name, paperOn, note, recordedById: actorId }
    const online = { signerRole: null, agreedTo: null, signerId: null, drawing: null, ip: null, userAgent: null }
    const { id, isNew } = await keep(tx, current, { kind: 'paper', ...facts, ...online })
    if (!isNew) throw new Refused('already_done', `${riderName} has a signed waiver of version ${current.number}`)
    const detail = { signature: id, version: current.number }
    await audit(tx, { actorId, action: 'waiver.paper', entity: 'student', entityId: riderId, detail })
    return riderName
  })

/** The riders whose signature is valid today. */
export async function signedRiders(db: Db = prisma): Promise<Set<string>> {
  const rows = await db.$queryRawUnsafe<{ riderId: string }[]>(`
    SELECT DISTINCT s.rider_id AS "riderId" FROM waiver_signatures s JOIN waiver_versions v ON v.id = s.version_id
    WHERE s.withdrawn_at IS NULL AND ${doesToday}`)
  return new Set(rows.map(({ riderId }) => riderId))
}

/** Withdraws a paper waiver that was recorded by mistake: it stays with a note, and is no longer valid. @throws Refused 404 */
export const withdrawPaper = (actorId: string, riderId: string, id: number, note: string): Promise<void> =>
  withTx(async (tx) => {
    const { count } = await tx.waiverSignature.updateMany({
      where: { id, riderId, kind: 'paper', withdrawnAt: null },
      data: { withdrawnAt: now(), withdrawnById: actorId, withdrawnNote: note },
    })
    if (!count) throw notFound('Waiver not found')
    const detail = { signature: id }
    await audit(tx, { actorId, action: 'waiver.paper-withdrawn', entity: 'student', entityId: riderId, detail })
  })

/** A signature with its text. */
export interface WaiverCopy extends SignedFacts {
  id: number
  digest: string
  withdrawnAt: Date | null
  withdrawnNote: string | null
  /** False if its text or a fact of it is not what was signed. Null once its names were erased. */
  isIntact: boolean | null
}

type Row = Omit<SignedFacts, 'signedAt'> & {
  id: number
  signedAt: string
  digest: string
  withdrawnAt: string | null
  withdrawnNote: string | null
  isErased: boolean
}

/** Selects signatures `s`, the newest first, for a statement with other lists. */
export const signatureList = (where: string) =>
  rowList<Row>(
    {
      id: bare('s.id'),
      number: bare('v.number'),
      title: text('v.title'),
      text: text('v.text'),
      riderId: text('s.rider_id'),
      riderName: text('s.rider_name'),
      kind: text('s.kind'),
      signerId: text('s.signer_id'),
      typedName: text('s.typed_name'),
      drawing: text('s.drawing'),
      signedAt: instant('s.signed_at'),
      ip: text('s.ip'),
      userAgent: text('s.user_agent'),
      paperOn: plain('s.paper_on'),
      recordedById: text('s.recorded_by'),
      note: text('s.note'),
      signerRole: text('s.signer_role'),
      agreedTo: text('s.agreed_to'),
      digest: text('s.digest'),
      withdrawnAt: instant('s.withdrawn_at'),
      withdrawnNote: text('s.withdrawn_note'),
      isErased: bare('s.erased_at IS NOT NULL'),
    },
    `waiver_signatures s JOIN waiver_versions v ON v.id = s.version_id WHERE ${where}`,
    's.id DESC',
  )
const ONE = listStatement({ signatures: signatureList('s.id = $1') })
const OF_RIDER = listStatement({ signatures: signatureList('s.rider_id = $1') })

export function copyOf({ isErased, withdrawnAt, signedAt, ...row }: Row): WaiverCopy {
  const facts = { ...row, signedAt: new Date(signedAt) }
  return {
    ...facts,
    withdrawnAt: instantOf(withdrawnAt),
    isIntact: isErased ? null : digestOf(facts) === row.digest,
  }
}

export async function findSignature(id: number): Promise<WaiverCopy | null> {
  const { signatures } = await queryLists(ONE, [id])
  return signatures[0] ? copyOf(signatures[0]) : null
}

/** Lists all that was signed for a rider, newest first. */
export const signaturesOf = async (riderId: string): Promise<WaiverCopy[]> =>
  (await queryLists(OF_RIDER, [riderId])).signatures.map(copyOf)

/** Lists what was signed together: by one person, for one version, at one time. */
export async function signedTogether({ signerId, signedAt }: WaiverCopy): Promise<{ id: number; riderName: string }[]> {
  return prisma.waiverSignature.findMany({
    where: { signerId, signedAt },
    orderBy: { id: 'asc' },
    select: { id: true, riderName: true },
  })
}
