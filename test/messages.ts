import { listStatement, queryLists } from '~/platform/row-lists.server'
import { messageLists, messagesFound } from '~/services/texts/messages-to-family.server'

const LATEST = 9
const MESSAGES = listStatement(messageLists('$1', LATEST))

/** Returns the messages to a rider's family as its page shows them. */
export const messagesToFamily = async (riderId: string) => messagesFound(await queryLists(MESSAGES, [riderId]), LATEST)
