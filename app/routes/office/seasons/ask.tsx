import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { CopyText } from '~/components/office/copy-text'
import { dayField } from '~/models/schedule/vocabulary/slot.schema'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { formatNotified } from '~/routes/office/lessons/said'
import { askAndTell, familiesToAsk } from '~/services/mail/notices/asked-season.server'
import { isMailSetUp } from '~/services/mail/set-up.server'
import { addDays } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'Ask Families' }]

/** How many days families have to answer, unless the office chooses another last day. */
const DAYS_TO_ANSWER = 14

/** How many names a sentence has. */
const MOST_NAMES = 5

const schema = z.object({ through: dayField })

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, name, startsOn, askedThrough } = (await draftOf(params)).season
  const [first, last] = [today(), addDays(startsOn, -1)]
  const soon = addDays(first, DAYS_TO_ANSWER)
  const { families, unreached } = await familiesToAsk(id)
  return {
    ...{ id, name, first, last, families, wasAsked: askedThrough !== null },
    through: askedThrough && askedThrough >= first ? askedThrough : soon < last ? soon : last,
    address: isMailSetUp() ? null : `${getEnv().appUrl}${paths.nextSeason(id)}`,
    unreached: fewOf(unreached),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema,
  failed: 'Families were not asked',
  async run({ value: { through }, params }) {
    const id = seasonParam(params)
    const { told, unreached } = await askAndTell(id, through)
    const said = formatNotified({ told, withdrawn: 0, unreached: fewOf(unreached) })
    const description = isMailSetUp() ? (said ?? 'No new emails: the others were asked, or have answered.') : NO_MAIL
    return { to: paths.season(id), title: 'Families Asked', description }
  },
})

const NO_MAIL = 'Email isn’t set up, so please pass the address on.'

/** The first names of a long list, and how many more there are. */
const fewOf = (names: readonly string[]): string[] =>
  names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : [...names]

const sayAsked = (families: number): string =>
  families === 1 ? '1 family gets an email.' : `${families} families get an email.`

const sayReminded = (families: number): string =>
  `${families === 1 ? '1 family has' : `${families} families have`} not answered for every ride. A new last day reminds them.`

export default function AskFamilies() {
  const { id, name, first, last, through, wasAsked, address, families, unreached } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(schema, { defaultValue: { through } })
  return (
    <DialogForm
      title={`Ask families about ${name}`}
      closeTo={paths.season(id)}
      answer={answer}
      submit="Ask Families"
      busy="Asking…"
    >
      <p>
        Families say which times work for their weekly rides, up to four for each, the best first. Those that don’t
        answer keep their spot, as long as its lesson stays.
      </p>
      <Field label="Answers through" type="date" min={first} max={last} {...field('through')} />
      {address ? (
        <>
          <p>Email isn’t set up, so nothing is sent. Pass this address on: families sign in there and answer.</p>
          <CopyText id="season-address" label="Address for families" text={address} />
        </>
      ) : (
        <p>{wasAsked ? sayReminded(families) : sayAsked(families)}</p>
      )}
      {unreached.length && !address ? (
        <p className="[overflow-wrap:anywhere]">No email on file: {unreached.join(', ')}.</p>
      ) : null}
    </DialogForm>
  )
}
