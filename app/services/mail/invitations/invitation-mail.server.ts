import { invitationEmail, wrongAnsweredEmail } from '~/emails/account/invitation'
import { INVITATION_DAYS } from '~/models/people/families/invitations/invitation'
import { answerWrong, type Invited, invite, type Wanted } from '~/models/people/families/invitations/invite.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { addresseeOf } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { queueEmail, queueEmails } from '../email.server'
import { isMailSetUp } from '../set-up.server'

const urlOf = (token: string): string => getEnv().appUrl + paths.welcome(token)

/** The outbox key of an invitation's last letter, by which the list finds its state. */
const keyOf = ({ id, sends }: Invited): string => `invitation:${id}:${sends}`

export interface HandedLink {
  id: string
  name: string
  email: string
  url: string
}

/** Invites families, each once, and queues the letters in the same transaction. Returns how many, and without mail the links. */
export const inviteAndMail = (
  actorId: string,
  wanted: Omit<Wanted, 'byHand'>,
): Promise<{ count: number; links: HandedLink[] }> =>
  withTx(async (tx) => {
    // The office passes the links on itself.
    const byHand = !isMailSetUp()
    const invited = await invite(actorId, { ...wanted, byHand })
    const count = invited.length
    if (byHand)
      return { count, links: invited.map(({ id, name, email, token }) => ({ id, name, email, url: urlOf(token) })) }
    const head = letterheadOf(await findSchool(tx))
    const letter = (one: Invited) => ({
      ...head,
      ...addresseeOf(one),
      note: wanted.note,
      url: urlOf(one.token),
    })
    await queueEmails(
      tx,
      invited.map((one) => ({
        ...invitationEmail({ ...letter(one), days: INVITATION_DAYS }),
        to: one.email,
        dedupeKey: keyOf(one),
      })),
    )
    return { count, links: [] }
  })

/** Marks a family's answer as handled, and mails the reply, if there is one. Returns the family's name. @throws Refused 404 */
export const answerAndMail = (
  actorId: string,
  id: string,
  answer: string | null,
): Promise<{ name: string; isTold: boolean }> =>
  withTx(async (tx) => {
    const { name, tell } = await answerWrong(actorId, id, answer)
    if (!tell || !answer) return { name, isTold: false }
    const { link, email, change } = tell
    const url = link ? urlOf(link.token) : getEnv().appUrl
    const letter = { ...letterheadOf(await findSchool(tx)), ...addresseeOf(tell), answer, url }
    await queueEmail(tx, {
      ...wrongAnsweredEmail(letter),
      to: email,
      dedupeKey: link ? keyOf(link) : `invitation-answer:${change}`,
    })
    return { name, isTold: true }
  })
