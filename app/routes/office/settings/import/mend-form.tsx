import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { FIELDS, type FieldName } from '~/models/imports/fields'
import { fileSchema } from '~/models/imports/import.schema'
import { groupBy } from '~/utils/group-by'

interface Look {
  row: number
  name: string
  texts: Partial<Record<FieldName, string>>
  problems: { field: FieldName; message: string }[]
}

/** The rows that need a look, each with the reason and the fields to correct. One button saves all of them. */
export function MendForm({ look, looks }: { look: Look[]; looks: number }) {
  const { field: _, ...answer } = useAnswer(fileSchema, { answer: null })
  return (
    <Card title="Rows that need a look">
      <PostForm answer={answer} className="grid gap-4">
        <input type="hidden" name="intent" value="mend" />
        <ul className="grid gap-4">
          {look.map(({ row, name, texts, problems }) => (
            <li key={row} id={`row-${row}`}>
              <fieldset className="grid gap-3 border-t border-line pt-3">
                <legend className="float-left mb-1 w-full font-semibold [overflow-wrap:anywhere]">
                  Row {row}
                  {name ? ` · ${name}` : ''}
                </legend>
                <div className="grid items-start gap-3 sm:grid-cols-2">
                  {[...groupBy(problems, ({ field }) => field)].map(([field, ofField]) => (
                    <Field
                      key={field}
                      label={FIELDS[field].label}
                      name={`row-${row}-${field}`}
                      id={`row-${row}-${field}`}
                      defaultValue={texts[field] ?? ''}
                      errors={ofField.map(({ message }) => message)}
                      autoComplete="off"
                      maxLength={2000}
                    />
                  ))}
                  {/* Whoever the guardian is, the family signs in with an email address. */}
                  {problems.some(({ field }) => field === 'guardian') && !texts.email ? (
                    <Field
                      label={FIELDS.email.label}
                      name={`row-${row}-email`}
                      id={`row-${row}-email`}
                      autoComplete="off"
                      maxLength={254}
                    />
                  ) : null}
                </div>
                <Checkbox label="Leave this row out" name={`row-${row}-skip`} />
              </fieldset>
            </li>
          ))}
        </ul>
        <Button className="justify-self-start">Save these rows</Button>
        {looks > look.length ? (
          <p className="text-muted">{looks - look.length} more rows need a look after these.</p>
        ) : null}
      </PostForm>
    </Card>
  )
}
