import type { Prisma } from '~/generated/prisma/client'
import type { Db } from './tx.server'

/** What the audit log is about. Older rows may say `user` for a student. */
export type AuditEntity =
  | 'account'
  | 'admin'
  | 'instructor'
  | 'student'
  | 'month'
  | 'lesson'
  | 'ride'
  | 'horse'
  | 'ride-type'
  | 'package'
  | 'add-on'
  | 'school'
  | 'waiver'
  | 'event'
  | 'donations'
  | 'import'
  | 'tickets'
  | 'events'
  | 'payment_transaction'
  | 'payments'
  | 'payment_issue'
  | 'stripe_event'
  | 'file'
  | 'log'

export type AuditAction =
  | `${'admin' | 'instructor' | 'student' | 'lesson' | 'horse' | 'ride-type' | 'package' | 'add-on' | 'event' | 'note'}.add`
  | `${'horse' | 'instructor' | 'ride-type' | 'package' | 'add-on'}.save`
  | `${'student' | 'lesson' | 'usage'}.edit`
  | `${'lesson' | 'note'}.delete`
  | 'note.sort'
  | 'note.restore'
  | 'horse.rest'
  | 'horse.hot'
  | 'horse.care'
  | `wish.${'add' | 'remove'}`
  | `work.${'add' | 'remove' | 'restore'}`
  | `${'admin' | 'instructor' | 'student' | 'horse'}.remove`
  | `family.${'add-rider' | 'rides-too' | 'link' | 'unlink' | 'undo' | 'merge' | 'merge-undo'}`
  | 'consent.give'
  | `instructor.${'invite' | 'end-sign-in'}`
  | `account.${'confirm' | 'address' | 'take-back' | 'password'}`
  | `account.${'sign-in' | 'sign-in-failed' | 'sign-out' | 'confirm-again' | 'ask-link'}`
  | 'file.download'
  | 'log.forget'
  | `account.second-factor-${'on' | 'off' | 'codes' | 'recovery' | 'reset'}`
  | `account.passkey-${'add' | 'remove'}`
  | 'lesson.move-rider'
  | 'lesson.close-day'
  | 'lesson.season'
  | 'lesson.undo'
  | 'student.restore'
  | 'student.package'
  | 'student.pay-link'
  | `student.${'invite' | 'invitation-answer'}`
  | `account.invitation-${'right' | 'wrong'}`
  | 'student.block'
  | 'student.unblock'
  | 'account.link'
  | 'account.lift-limits'
  | 'student.erase'
  | `subscription.${'cancel' | 'keep'}`
  | `makeup.${'grant' | 'revoke' | 'restore' | 'extend' | 'extend-undo' | 'ask' | 'ask-no-more' | 'decline'}`
  | 'usage.reset'
  | 'usage.reset-undo'
  | 'lesson.add-rider'
  | 'lesson.remove-rider'
  | 'lesson.take-place'
  | 'lesson.wait'
  | 'lesson.wait-no-more'
  | 'lesson.give-place-back'
  | 'lesson.instructor'
  | 'ride.attendance'
  | 'ride.note'
  | 'ride.horse'
  | 'school.fee'
  | 'school.data'
  | 'school.retention'
  | 'school.lesson-times'
  | 'school.makeups'
  | 'school.notices'
  | 'school.horses'
  | `school.${'zone' | 'mail' | 'payments' | 'texts' | 'donations'}`
  | `waiver.${'draft' | 'publish' | 'withdraw' | 'rule' | 'paper' | 'paper-withdrawn'}`
  | 'yearly-record.update'
  | 'offline-payment.set'
  | `order.${'record' | 'record-undo' | 'decline'}`
  | 'donations.import'
  | `students.${'move-in' | 'move-in-undo'}`
  | `credit.${'use' | 'undo'}`
  | `event.${'edit' | 'cancel' | 'restore' | 'delete'}`
  | 'customer.forget'
  | 'customer.delete-methods'
  | 'payment.refund'
  | 'payment.refund-refused'
  | 'payment.grant'
  | 'payment.ignore'
  | 'payments.reconcile'
  | `payments.as-last-month${'' | '-undo'}`

interface Entry {
  actorId: string | null
  action: AuditAction
  entity: AuditEntity
  entityId: string | number
  detail?: Prisma.InputJsonObject
}

/** Writes who changed what, in the transaction of the change. Returns the entry's id. */
export async function audit(db: Db, entry: Entry): Promise<number> {
  const { entityId, detail = {}, ...rest } = entry
  const { id } = await db.auditEntry.create({
    data: { ...rest, entityId: String(entityId), detail },
    select: { id: true },
  })
  return id
}

/**
 * Limits what strangers can add at will, so that they cannot fill the disk: 30 entries an hour for one action, or a few
 * more if many requests arrive at once.
 */
const MAX_AN_HOUR = 30

/** Records something that anyone can cause without signing in, unless the last hour already has `MAX_AN_HOUR` of it. */
export async function auditStrangers(db: Db, { actorId, action, entity, entityId, detail = {} }: Entry): Promise<void> {
  await db.$executeRaw`
    INSERT INTO audit_log (actor_id, action, entity, entity_id, detail)
    SELECT ${actorId}, ${action}, ${entity}, ${String(entityId)}, ${JSON.stringify(detail)}::jsonb
    WHERE (SELECT count(*) FROM audit_log
           WHERE entity = ${entity} AND entity_id = ${String(entityId)} AND action = ${action}
             AND at > now() - interval '1 hour') < ${MAX_AN_HOUR}`
}
