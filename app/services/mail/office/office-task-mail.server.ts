import { officeTaskEmail } from '~/emails/office-task'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { queueEmails } from '../email.server'

interface Task {
  title: string
  says: string[]
  action: string
  path: string
}

/** Queues an email to each administrator, once for each `occasion`. */
export async function tellOffice(tx: Tx, occasion: string, { path, ...task }: Task): Promise<void> {
  const letterhead = letterheadOf(await findSchool(tx))
  const content = officeTaskEmail({ ...letterhead, ...task, taskUrl: `${getEnv().appUrl}${path}` })
  const admins = await tx.user.findMany({ where: { role: 'admin', active: true }, select: { id: true, email: true } })
  await queueEmails(
    tx,
    admins.flatMap(({ id, email }) => (email ? [{ ...content, to: email, dedupeKey: `${occasion}:${id}` }] : [])),
  )
}
