import type { Prisma } from '~/generated/prisma/client'
import type { Tx } from '~/platform/tx.server'
import type { Erasure } from './erasure.server'
import { forgetInLine, type Json, type Person } from './forget'

/** Replaces a text that must not be empty. */
const ERASED = 'Erased'

/** Clears what these people's rows say about them, and deletes rows about nothing else. Amounts, days and marks stay. */
export async function forgetOwnRows(tx: Tx, people: readonly Person[], { emails }: Erasure): Promise<void> {
  const ids = people.map(({ id }) => id)
  const theirs = { userId: { in: ids } }
  const rides = { studentId: { in: ids } }
  await forgetImports(tx, ids)
  await tx.session.deleteMany({ where: theirs })
  await tx.addressLink.deleteMany({ where: theirs })
  await tx.invitation.deleteMany({ where: theirs })
  await tx.secondFactor.deleteMany({ where: theirs })
  await tx.passkey.deleteMany({ where: theirs })
  await tx.studentNote.deleteMany({ where: rides })
  await tx.horseWish.deleteMany({ where: rides })
  await tx.waiting.deleteMany({ where: rides })
  await tx.seasonPlace.deleteMany({ where: rides })
  await tx.seasonWish.deleteMany({ where: rides })
  await tx.makeupRequest.deleteMany({ where: rides })
  await tx.$executeRaw`UPDATE lessons SET notes = NULL WHERE student_id = ANY(${ids}) AND notes IS NOT NULL`
  await tx.usageAdjustment.updateMany({ where: rides, data: { reason: ERASED } })
  await tx.makeup.updateMany({ where: { ...rides, why: 'office' }, data: { reason: ERASED } })
  await tx.makeup.updateMany({ where: { ...rides, revokedAt: { not: null } }, data: { revokeReason: ERASED } })
  await tx.makeup.updateMany({ where: { ...rides, extendedFrom: { not: null } }, data: { extendReason: ERASED } })
  for (const { id, former } of people) {
    const named = { where: { studentId: id }, data: { studentName: former } }
    await tx.lessonRemoval.updateMany(named)
    await tx.$executeRaw`
      UPDATE horse_usage SET student_name = ${former}, over_reason = CASE WHEN over_reason IS NOT NULL THEN ${ERASED} END
      WHERE student_id = ${id}`
  }
  await tx.order.updateMany({ where: theirs, data: { failureMessage: null } })
  await tx.knownMethods.deleteMany({ where: theirs })
  await tx.subscription.updateMany({ where: theirs, data: { defaultPaymentMethodId: null } })
  await tx.paymentTransaction.updateMany({
    where: theirs,
    data: { customerEmail: null, receiptUrl: null, failureMessage: null },
  })
  await tx.paymentIssue.updateMany({ where: theirs, data: { payer: null, detail: ERASED } })
  await tx.paymentIssue.updateMany({ where: { ...theirs, reason: { not: null } }, data: { reason: ERASED } })
  await forgetGifts(tx, people, emails)
  await forgetMail(tx, ids, emails)
  await tx.noticeChoice.deleteMany({ where: theirs })
  await tx.outboxText.deleteMany({ where: theirs })
  await tx.textNumber.deleteMany({ where: theirs })
  await tx.toldRide.deleteMany({ where: rides })
  await tx.auditEntry.updateMany({
    where: { entity: { in: ['student', 'user', 'account'] }, entityId: { in: ids } },
    data: { detail: {} },
  })
  await forgetLessonLines(tx, people)
}

/** A spreadsheet may name them in any form. Whom else it made stays known, so that those families are not written to before they are invited. */
async function forgetImports(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.studentImport.deleteMany({ where: { OR: [{ movedInAt: null }, { undoneAt: { not: null } }] } })
  await tx.$executeRaw`
    UPDATE student_imports SET file_name = ${ERASED}, lines = '[]', columns = '[]', mends = '{}', made = jsonb_build_object('rows', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('table', 'users', 'id', r ->> 'id', 'before', NULL)), '[]')
      FROM jsonb_array_elements(made -> 'rows') r
      WHERE r ->> 'table' = 'users' AND r -> 'before' = 'null' AND r ->> 'id' <> ALL(${[...ids]})))`
}

/** Clears what a guardian reported as wrong about a rider who is erased alone. Runs while the rider still has the guardian. */
export async function forgetSaidByGuardians(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE invitations SET wrong = ${ERASED}, answer = CASE WHEN answer IS NOT NULL THEN ${ERASED} END
    WHERE wrong IS NOT NULL AND user_id IN (SELECT guardian_id FROM users WHERE id = ANY(${ids}))`
}

async function forgetGifts(tx: Tx, people: readonly Person[], emails: string[]): Promise<void> {
  // With a shared name, the donations of one donor stay those of one donor.
  const [first = '', ...last] = people[0]?.former.split(' ') ?? []
  await tx.$executeRaw`
    UPDATE donations SET donor_email = NULL, donor_first_name = ${first}, donor_last_name = ${last.join(' ')}, extra = NULL,
           purpose = CASE WHEN purpose IS NOT NULL AND student_id IS NOT NULL THEN 'Lesson sponsorship' ELSE purpose END,
           donor_erased = true
    WHERE lower(donor_email) = ANY(${emails})`
  await tx.$executeRaw`
    UPDATE event_tickets t SET attendee_id = NULL, extra = NULL, attendee_erased = true
    WHERE lower(attendee_id) = ANY(${emails})
      OR EXISTS (SELECT 1 FROM jsonb_each_text(t.extra) x WHERE lower(x.value) = ANY(${emails}))`
}

async function forgetMail(tx: Tx, ids: string[], emails: string[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM email_outbox WHERE lower(recipient) = ANY(${emails}) OR user_id = ANY(${ids})`
  for (const email of emails) await tx.rateLimit.deleteMany({ where: { key: { endsWith: `:${email}` } } })
}

const BATCH = 200

/** Clears the log entries about their lessons and rides, one batch at a time. */
async function forgetLessonLines(tx: Tx, people: readonly Person[]): Promise<void> {
  const anyId = people.map(({ id }) => `%${id}%`)
  for (let after = 0; ; ) {
    const lines = await tx.$queryRaw<
      { id: number; action: string; entityId: string; detail: { [key: string]: Json } }[]
    >`
      SELECT id, action, entity_id AS "entityId", detail FROM audit_log
      WHERE id > ${after} AND entity IN ('lesson', 'ride')
        AND (entity_id LIKE ANY(${anyId}) OR detail::text LIKE ANY(${anyId}))
      ORDER BY id LIMIT ${BATCH}`
    for (const { id, ...line } of lines) {
      const detail = forgetInLine(line, people) as Prisma.InputJsonObject
      await tx.auditEntry.update({ where: { id }, data: { detail } })
    }
    if (lines.length < BATCH) return
    after = lines.at(-1)?.id ?? after
  }
}
