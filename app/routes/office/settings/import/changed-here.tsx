import { Checkbox } from '~/components/form/checkbox'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { Button } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { fileSchema } from '~/models/imports/import.schema'
import type { Plan } from '~/models/imports/plan/planned'
import { groupBy } from '~/utils/group-by'

/** What a family or the office changed after an earlier file. It stays, except in the checked rows. */
export function ChangedHere({ changes, more }: { changes: Plan['changedHere']; more: number }) {
  const { field: _, ...answer } = useAnswer(fileSchema, { answer: null })
  return (
    <Card title="Changed here since">
      <p className="mb-2 max-w-prose text-muted">
        A family or the office changed this after an earlier file was moved in. It stays as it is, unless you choose
        what the file says.
      </p>
      <PostForm answer={answer} className="grid gap-4">
        <input type="hidden" name="intent" value="mend" />
        <ul>
          {[...groupBy(changes, ({ row }) => row)].map(([row, ofRow]) => (
            <li key={row} className="border-t border-line py-2 [overflow-wrap:anywhere]">
              {ofRow.map(({ name, text }) => (
                <p key={name + text}>
                  Row {row}: {name} {text}.
                </p>
              ))}
              {/* An unchecked box sends nothing. */}
              <input type="hidden" name={`row-${row}-take`} value="" />
              <Checkbox
                label={`Use the file for row ${row}`}
                name={`row-${row}-take`}
                id={`row-${row}-take`}
                defaultChecked={ofRow.some(({ taken }) => taken)}
              />
            </li>
          ))}
        </ul>
        <Button variant="secondary" className="justify-self-start">
          Save choices
        </Button>
        {more > 0 ? <p className="text-muted">And {more} more changes.</p> : null}
      </PostForm>
    </Card>
  )
}
