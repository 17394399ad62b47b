import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Stat } from '~/components/ui/stat'
import { confirmImport, previewImport } from '~/models/money/donations/zeffy-import.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { redirectWithToast } from '~/web/toast.server'
import { ChangeTable, ErrorTable } from './preview-tables'

export const meta: MetaFunction = () => [{ title: 'What will change' }]

/** Redirects to the file chooser if the file is gone, as it is after its import. */
async function orChooseAgain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error
    throw await redirectWithToast(paths.donationsImport(), { type: 'info', title: error.message })
  }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request)
  return orChooseAgain(previewImport(viewer.id, params.id ?? '', getEnv().schoolTimezone))
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  async run({ viewer, params }) {
    const counts = await orChooseAgain(confirmImport(viewer.id, params.id ?? '', getEnv().schoolTimezone))
    const left = counts.errors ? `, ${counts.errors} skipped` : ''
    return {
      to: paths.donations(),
      title: 'Import finished',
      description: `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged${left}`,
    }
  },
})

export default function ImportPreview() {
  const { fileName, counts, rows, errors } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(confirmSchema)
  const writes = counts.new + counts.changed
  return (
    <Dialog title="What will change" closeTo={paths.donations()} wide>
      <p className="mb-3 break-all text-muted">{fileName}</p>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label="New" value={counts.new} />
        <Stat label="Changed" value={counts.changed} />
        <Stat label="Unchanged" value={counts.unchanged} />
        <Stat label="Skipped" value={counts.errors} />
      </div>
      <ErrorTable errors={errors} count={counts.errors} />
      <ChangeTable rows={rows} count={writes} />
      <PostForm answer={answer} stay className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <ButtonLink to={paths.donationsImport()} stay variant="secondary">
          Choose another file
        </ButtonLink>
        {writes ? (
          <Button busy="Importing…">{`Import ${writes} ${writes === 1 ? 'row' : 'rows'}`}</Button>
        ) : (
          <p className="font-semibold">Nothing to import.</p>
        )}
      </PostForm>
    </Dialog>
  )
}
