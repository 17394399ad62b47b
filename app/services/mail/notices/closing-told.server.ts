import { readersOf } from '~/models/notices/readers.server'
import { closingsOfChanges } from '~/models/schedule/closing/closings.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import { type MessageState, messagesFound, messagesKeyed } from '~/services/texts/messages-to-family.server'

/** `$1`: the IDs of closings. The key is `day:17+18:closed:<family>:<change>`. */
const ABOUT = listStatement(
  messagesKeyed(`starts_with(x.dedupe_key, 'day:') AND split_part(x.dedupe_key, ':', 3) = 'closed'
    AND string_to_array(split_part(x.dedupe_key, ':', 2), '+') && $1::text[]`),
)

const PERSON = { id: true, user: { select: { firstName: true, lastName: true, email: true } } }

/** A message about a closing. `to` is an email address or a phone number; `at` is when it went out, or is due. */
interface ToldMessage {
  key: string
  family: string
  to: string
  at: Date
  state: MessageState
}

/**
 * Returns the messages that told families of closings, given by lines of the log, by family; and the riders whom nothing
 * reaches, by name.
 */
export async function toldOfClosings(
  changes: readonly number[],
): Promise<{ messages: ToldMessage[]; unreached: string[] }> {
  const closings = await closingsOfChanges(prisma, changes)
  const rows = await queryLists(ABOUT, [closings.map(({ id }) => String(id))])
  const found = messagesFound(rows)
  const [emails, texts, { unreached }] = await Promise.all([
    prisma.outboxEmail.findMany({ where: { id: { in: rows.emails.map(({ id }) => id) } }, select: PERSON }),
    prisma.outboxText.findMany({ where: { id: { in: rows.texts.map(({ id }) => id) } }, select: PERSON }),
    readersOf(
      prisma,
      closings.flatMap(({ rides }) => rides.map(({ riderId }) => riderId)),
      'day-closed',
    ),
  ])
  const families = new Map<string, (typeof emails)[number]['user']>()
  for (const { id, user } of emails) families.set(`email ${id}`, user)
  for (const { id, user } of texts) families.set(`text ${id}`, user)
  const messages = found.map(({ key, to, at, state }) => {
    const family = families.get(key)
    return { key, family: family ? displayName(family) : to, to, at, state }
  })
  return {
    messages: messages.sort((a, b) => a.family.localeCompare(b.family, 'en')),
    unreached: unreached.map(({ name }) => name),
  }
}
