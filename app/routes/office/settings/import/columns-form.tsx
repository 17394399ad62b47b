import { PostForm } from '~/components/form/post-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FIELD_NAMES, FIELDS, type FieldName } from '~/models/imports/fields'
import { fileSchema } from '~/models/imports/import.schema'
import { counted } from '~/utils/plain-words'

const OPTIONS = [
  { value: '', label: 'Leave out' },
  ...FIELD_NAMES.map((name) => ({ value: name, label: FIELDS[name].label })),
]

/** Without any of them the columns are shown to be corrected. */
const NAMES: FieldName[] = ['rider', 'riderFirst', 'horse', 'instructor']

/** What each column contains, as guessed or chosen. */
export function ColumnsForm({
  columns,
  rows,
}: {
  columns: { heading: string; field: FieldName | null; sample: string }[]
  rows: number
}) {
  const { field: _, ...answer } = useAnswer(fileSchema, { answer: null })
  const out = columns.filter(({ field, heading }) => !field && heading)
  return (
    <Card title="What’s in the columns">
      <p className="mb-2 text-muted">
        {counted(rows, 'row')}.{' '}
        {out.length > 0 ? `Left out: ${out.map(({ heading }) => heading).join(', ')}.` : 'Every column is read.'}
      </p>
      <details open={!columns.some(({ field }) => field && NAMES.includes(field))}>
        <summary className="link inline-flex min-h-11 items-center">Correct the columns</summary>
        <PostForm answer={answer} className="grid gap-4">
          <input type="hidden" name="intent" value="columns" />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {columns.map(({ heading, field, sample }, i) => (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: columns don't move, and two may have the same heading
                key={i}
                label={<span className="[overflow-wrap:anywhere]">{heading || `Column ${i + 1}`}</span>}
                name={`column-${i}`}
                id={`column-${i}`}
                hint={sample ? `Such as ${sample.slice(0, 60)}` : undefined}
                options={OPTIONS}
                defaultValue={field ?? ''}
              />
            ))}
          </div>
          <Button variant="secondary" className="justify-self-start">
            Save columns
          </Button>
        </PostForm>
      </details>
    </Card>
  )
}
