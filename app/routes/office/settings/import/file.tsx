import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { columnsOf, fileSchema, mendsOf } from '~/models/imports/import.schema'
import {
  forgetImport,
  mendRows,
  paperWaivers,
  recordWaivers,
  sayColumns,
  studentImport,
  takeRowsBack,
} from '~/models/imports/import.server'
import { moveIn } from '~/models/imports/move-in.server'
import { wouldBe } from '~/models/imports/plan/would-be'
import { headingAt, isEmpty } from '~/models/imports/read-rows'
import { undoMoveIn } from '~/models/imports/undo-import.server'
import { currentWaiver } from '~/models/waivers/version.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction, type Sent } from '~/web/form-action.server'
import { redirectWithToast } from '~/web/toast.server'
import { ChangedHere } from './changed-here'
import { ColumnsForm } from './columns-form'
import { MendForm } from './mend-form'
import { PaperWaivers } from './paper-waivers'
import { WouldBe } from './would-be'

export const meta: MetaFunction = () => [{ title: 'Import' }]

/** The number of rows that need a look on a page. */
const LOOKS = 40
const SHOWN_CHANGES = 100

/** Redirects to the file chooser if the file is gone. */
async function orChooseAgain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error
    throw await redirectWithToast(paths.importStudents(), { type: 'info', title: error.message })
  }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { id, fileName, lines, columns, mends, movedInAt, undoneAt, plan, version } = await orChooseAgain(
    studentImport(params.id ?? ''),
  )
  const waiver = await currentWaiver()
  const heading = headingAt(lines)
  const samples = lines.slice(heading + 1).filter((cells) => !isEmpty(cells))
  return {
    id,
    fileName,
    version,
    state: undoneAt ? ('undone' as const) : movedInAt ? ('in' as const) : ('shown' as const),
    columns: (lines[heading] ?? []).map((cell, i) => ({
      heading: cell.trim(),
      field: columns[i] ?? null,
      sample: samples.find((cells) => cells[i]?.trim())?.[i] ?? '',
    })),
    riders: plan.riders,
    rows: samples.length,
    leftOut: Object.values(mends).filter(({ skip }) => skip).length,
    look: plan.look.slice(0, LOOKS),
    looks: plan.look.length,
    changedHere: plan.changedHere.slice(0, SHOWN_CHANGES),
    moreChanged: Math.max(0, plan.changedHere.length - SHOWN_CHANGES),
    remarks: plan.remarks.slice(0, 100),
    school: wouldBe(plan, today().slice(0, 7)),
    papers: paperWaivers(plan).length,
    waiver: waiver && { title: waiver.title, number: waiver.number },
  }
}

const DOES = {
  columns: async ({ id, form }: Doing) => {
    await sayColumns(id, columnsOf(form))
    return { to: paths.studentImport(id), title: 'Columns saved' }
  },
  mend: async ({ id, form }: Doing) => {
    await mendRows(id, mendsOf(form))
    return { to: paths.studentImport(id), title: 'Rows saved' }
  },
  'take-back': async ({ id }: Doing) => {
    await takeRowsBack(id)
    return { to: paths.studentImport(id), title: 'Rows are back' }
  },
  'move-in': async ({ id, viewer, form }: Doing) => {
    const { what, riders, again } = await moveIn(viewer.id, id, String(form.get('version')))
    const invite = 'No one was told by email. New families are reminded of rides once you invite them.'
    return {
      to: paths.studentImport(id),
      title: again ? 'Moved in already' : `${what} moved in`,
      description: riders > 0 ? invite : undefined,
    }
  },
  waivers: async ({ id, viewer, form }: Doing) => {
    const { count: papers } = await recordWaivers(viewer.id, id, String(form.get('version')))
    return {
      to: paths.studentImport(id),
      title: papers > 0 ? `${counted(papers, 'waiver')} recorded` : 'Recorded already',
    }
  },
  undo: async ({ id, viewer }: Doing) => {
    await undoMoveIn(viewer.id, id)
    return { to: paths.studentImport(id), title: 'Undone: the school is as it was before' }
  },
  forget: async ({ id }: Doing) => {
    await forgetImport(id)
    return { to: paths.importStudents(), title: 'File deleted' }
  },
}
type Doing = Pick<Sent, 'viewer' | 'form'> & { id: string }

const FAILED: Record<string, string> = {
  'move-in': 'Nothing was moved in',
  waivers: 'Nothing was recorded',
  undo: 'Nothing was undone',
}

export const action = formAction({
  guard: requireAdmin,
  schema: fileSchema,
  confirms: ({ value: { intent } }) => intent in FAILED,
  failed: (intent) => FAILED[intent] ?? 'Not saved',
  run: ({ viewer, form, params, value: { intent } }) =>
    orChooseAgain(DOES[intent]({ id: params.id ?? '', viewer, form })),
})

export default function ImportedFile() {
  const {
    fileName,
    version,
    state,
    columns,
    riders,
    rows,
    leftOut,
    look,
    looks,
    changedHere,
    moreChanged,
    remarks,
    school,
    papers,
    waiver,
  } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(fileSchema)
  const isShown = state === 'shown'
  return (
    <>
      <Card title={<span className="[overflow-wrap:anywhere]">{fileName}</span>}>
        <p role="status" className="mb-4 rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          {isShown ? (
            <>
              <strong>Nothing is saved.</strong>{' '}
              {riders.all > 0
                ? `${riders.ready} of ${counted(riders.all, 'rider')} ${riders.ready === 1 ? 'is' : 'are'} ready`
                : `Ready: ${school.ready || 'nothing'}`}
              {looks > 0 ? `, ${counted(looks, 'row')} need${looks === 1 ? 's' : ''} a look` : ''}.
            </>
          ) : state === 'in' ? (
            <>
              <strong>Moved in.</strong> Below, the school as it is now with this file. You can undo it for a week after
              you chose the file, as long as nothing was built on it.
            </>
          ) : (
            <>
              <strong>Undone.</strong> Nothing of this file is in the school.
            </>
          )}
        </p>
        {isShown && leftOut > 0 ? <p className="mb-2">{counted(leftOut, 'row')} left out.</p> : null}
        <PostForm answer={answer} className="flex flex-wrap gap-3">
          <input type="hidden" name="version" value={version} />
          {isShown && school.ready && !school.isSame ? (
            <Button name="intent" value="move-in" busy="Moving in…">
              Move in {school.ready}
            </Button>
          ) : null}
          {state === 'in' ? (
            <Button name="intent" value="undo" variant="danger" busy="Undoing…">
              Undo the move
            </Button>
          ) : null}
          {isShown && leftOut > 0 ? (
            <Button name="intent" value="take-back" variant="secondary">
              Bring left out rows back
            </Button>
          ) : null}
          <ButtonLink to={paths.importStudents()} variant="secondary">
            Choose another file
          </ButtonLink>
          {state === 'in' ? null : (
            <Button name="intent" value="forget" variant="secondary">
              Delete this file
            </Button>
          )}
        </PostForm>
        {isShown && looks > 0 ? (
          <p className="mt-3 text-muted">
            Rows that need a look stay out. Mend them first, or bring them with a later file.
          </p>
        ) : null}
        {isShown && school.isSame && looks === 0 ? (
          <p className="mt-3 font-semibold">The school has all of this already: there is nothing to move in.</p>
        ) : null}
      </Card>
      {isShown && look.length > 0 ? <MendForm look={look} looks={looks} /> : null}
      {isShown && changedHere.length > 0 ? <ChangedHere changes={changedHere} more={moreChanged} /> : null}
      {isShown ? <ColumnsForm columns={columns} rows={rows} /> : null}
      {state !== 'undone' && school.waivers > 0 ? (
        <PaperWaivers all={school.waivers} ready={papers} waiver={waiver} version={version} />
      ) : null}
      {state === 'undone' ? null : <WouldBe {...school} remarks={remarks} />}
    </>
  )
}
