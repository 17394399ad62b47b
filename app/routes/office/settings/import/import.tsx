import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { uploadSchema } from '~/models/imports/import.schema'
import { keepSheet, listStudentImports, readSheet } from '~/models/imports/import.server'
import { TOO_LARGE } from '~/models/imports/read-file.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Import' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const zone = getEnv().schoolTimezone
  const files = await listStudentImports()
  return {
    refused: new URL(request.url).searchParams.has('large') ? [TOO_LARGE] : [],
    files: files.map(({ id, fileName, createdAt, movedInAt, undoneAt }) => ({
      id,
      fileName,
      at: formatInstant(createdAt, zone),
      state: undoneAt ? 'Undone' : movedInAt ? 'Moved in' : 'Not moved in yet',
    })),
  }
}

const FAILED = 'The file was not read'

/** The file is read outside the schema, for which an empty file would be none. */
export const action = formAction({
  guard: requireAdmin,
  schema: uploadSchema.omit({ file: true }),
  failed: FAILED,
  hide: ['file'],
  async run({ viewer, form }) {
    const file = form.get('file')
    if (!(file instanceof File) || !file.name) throw new Refused('invalid', 'Please choose a spreadsheet.', 'file')
    return redirect(paths.studentImport(await keepSheet(viewer.id, await readSheet(file))))
  },
})

export default function ImportStudents() {
  const { files, refused } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(uploadSchema)
  return (
    <>
      <Card title="Move in with your spreadsheet">
        <p className="mb-2 max-w-prose">
          Choose your list of students: riders, guardians, email, phone, birth date, level, weekly lesson, instructor,
          package, lessons left, makeups owed, payments, paper waivers, notes. A row is a rider, or one of the rider’s
          lessons: every week, or on one day to come.
        </p>
        <p className="mb-2 max-w-prose">
          Your horses can follow in a file of their own, with the weight and level they carry and their rides a day and
          a week, and so can your instructors.
        </p>
        <p className="mb-4 max-w-prose text-muted">
          You’ll see the school as it would be before anything is saved, and no one gets an email. The file is deleted
          after a week.
        </p>
        <PostForm answer={answer} encType="multipart/form-data" className="grid max-w-xl gap-4">
          {answer.title ? null : <FormError title={FAILED} errors={refused} />}
          <Field
            label="Spreadsheet"
            type="file"
            accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            hint="CSV or XLSX, up to 4 MB and 5,000 rows. Of a workbook, the first sheet."
            {...field('file')}
          />
          <Button busy="Reading…" className="justify-self-start">
            Read the file
          </Button>
        </PostForm>
      </Card>
      {files.length > 0 ? (
        <Card title="Files of this week">
          <ul>
            {files.map(({ id, fileName, at, state }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 border-t border-line">
                <Link
                  to={paths.studentImport(id)}
                  className="link me-auto inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
                >
                  {fileName}
                </Link>
                <span className="num text-sm text-muted">
                  {state} · {at}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}
