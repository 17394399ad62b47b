import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { TextAreaField } from '~/components/form/text-area-field'
import { useAnswer } from '~/components/form/use-answer'
import { NoStudents } from '~/components/office/no-students'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHeader } from '~/components/ui/page-header'
import { Pages } from '~/components/ui/pages'
import { Tabs } from '~/components/ui/tabs'
import { INVITED_STATES, type InvitedState } from '~/models/people/families/invitations/invitation'
import { inviteSchema } from '~/models/people/families/invitations/invitation.schema'
import { findInviteNote, listInvited } from '~/models/people/families/invitations/invite.server'
import { findSchoolParts } from '~/models/school/get-started.server'
import { getEnv } from '~/platform/env.server'
import { type HandedLink, inviteAndMail } from '~/services/mail/invitations/invitation-mail.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { formatInstant } from '~/utils/dates'
import { pageCount, pageNumber } from '~/utils/paging'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { FamilyTable } from './family-table'
import { LinksToHandOver } from './links-to-hand-over'

export const handle = { scripts: true }
export const meta: MetaFunction = () => [{ title: 'Invite Families' }]

const PAGE = 100

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const all = await listInvited()
  const counts = Object.fromEntries(INVITED_STATES.map((state) => [state, 0])) as Record<InvitedState, number>
  for (const { state } of all) counts[state]++
  const first = INVITED_STATES.find((state) => counts[state] > 0) ?? 'new'
  const show = INVITED_STATES.find((state) => state === query.get('show')) ?? first
  const shown = all.filter(({ state }) => state === show)
  const pages = pageCount(shown.length, PAGE)
  const page = Math.min(pageNumber(query.get('page')), pages)
  const zone = getEnv().schoolTimezone
  const say = (at: Date | null) => at && formatInstant(at, zone)
  return {
    show,
    counts,
    page,
    pages,
    note: await findInviteNote(),
    isMailSetUp: isMailSetUp(),
    // A school in which nobody is left to invite looks the same as an empty one, except that it has families.
    isEmpty: all.length === 0 && !(await findSchoolParts()).families,
    families: shown.slice((page - 1) * PAGE, page * PAGE).map((family) => ({
      id: family.id,
      name: family.name,
      email: family.email,
      riders: family.riders,
      wrong: family.wrong,
      sends: family.sends,
      sentAt: say(family.sentAt),
      signedInAt: say(family.signedInAt),
      confirmedAt: say(family.confirmedAt),
      isUnder13: family.isUnder13,
    })),
  }
}

/** Without a mail server the page shows the links to hand over. */
export const action = formAction({
  guard: requireAdmin,
  schema: inviteSchema,
  // Each link opens a family's account.
  confirms: () => !isMailSetUp(),
  failed: 'Nobody was invited',
  async run({ viewer, value, query }) {
    const { intent: who, family: ids, note } = value
    const { count, links } = await inviteAndMail(viewer.id, { who, ids, note })
    if (links.length) return Response.json({ links })
    const to = paths.invitations({ show: query.get('show') ?? undefined })
    if (!count) {
      const description = 'Choose someone. Whoever was written to in the last 24 hours waits until tomorrow.'
      return { to, type: 'info', title: 'Nobody was invited', description }
    }
    return { to, title: count === 1 ? 'One family is invited' : `${count} families are invited` }
  },
})

const NAMES: Record<InvitedState, string> = {
  new: 'Not invited',
  waiting: 'Waiting',
  wrong: 'Something is wrong',
  unreached: 'Can’t be reached',
  in: 'Signed in',
}

const EMPTY: Record<InvitedState, string> = {
  new: 'Everyone is invited or has signed in.',
  waiting: 'Nobody is left to remind.',
  wrong: 'Nobody says that something is wrong.',
  unreached: 'Every family has an address that works.',
  in: 'Nobody who was invited has signed in yet.',
}

const [inviteForm] = inviteSchema.options

export default function Invitations() {
  const { show, counts, page, pages, note, families, isEmpty, isMailSetUp } = useLoaderData<typeof loader>()
  const links = useActionData<{ links?: HandedLink[] }>()?.links
  const { field, ...answer } = useAnswer(inviteForm, { defaultValue: { note: note ?? '' } })
  const tabs = INVITED_STATES.map((id) => ({
    id,
    name: counts[id] ? `${NAMES[id]} (${counts[id]})` : NAMES[id],
    to: paths.invitations({ show: id }),
  }))
  const mayWrite = (show === 'new' || show === 'waiting') && families.length > 0
  const table = <FamilyTable show={show} families={families} />
  return (
    <>
      <PageHeader title="Invite Families" back={{ to: paths.students(), label: 'Back to Students' }}>
        Each family gets an email with a link that is good for 14 days. They look at what you know of them, say if it is
        right, and choose a password.
      </PageHeader>
      {links ? <LinksToHandOver links={links} /> : null}
      <Card>
        <Tabs label="Families shown" current={show} tabs={tabs} />
        {isEmpty ? <NoStudents /> : families.length === 0 ? <EmptyState title={EMPTY[show]} /> : null}
        {mayWrite ? (
          <PostForm answer={answer} action={paths.invitations({ show })} className="mt-4 grid gap-4">
            {isMailSetUp ? null : (
              <p className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
                Email isn’t set up, so nothing is sent: you get the links to hand over yourself. A new link ends the one
                before it.
              </p>
            )}
            <TextAreaField
              label="Your own words in the email"
              hint="They come first, and are kept for the next time."
              className={isMailSetUp ? undefined : 'max-w-prose'}
              {...field('note')}
            />
            <div className="flex flex-wrap gap-3">
              {show === 'new' ? (
                <Button name="intent" value="all" busy="Inviting…">
                  {isMailSetUp ? 'Invite All Who Never Signed In' : 'Make a Link for All'}
                </Button>
              ) : (
                <Button name="intent" value="rest" busy="Inviting…">
                  {isMailSetUp ? 'Remind the Rest' : 'Make New Links for the Rest'}
                </Button>
              )}
              <Button name="intent" value="chosen" variant="secondary" busy="Inviting…">
                {isMailSetUp ? 'Only Those Ticked Below' : 'Only for Those Ticked Below'}
              </Button>
            </div>
            {table}
          </PostForm>
        ) : (
          <div className="mt-4">{families.length ? table : null}</div>
        )}
        <Pages label="families" page={page} pages={pages} to={(target) => paths.invitations({ show, page: target })} />
      </Card>
    </>
  )
}
