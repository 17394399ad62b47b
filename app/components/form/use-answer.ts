import { type DefaultValue, type FormMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { useId } from 'react'
import type { z } from 'zod'
import { constraintsOf } from './constraints'
import type { FieldMeta } from './field-frame'

/** The answer of an action that shows its form again. */
export interface Answer {
  lastResult?: SubmissionResult<string[]> | null
  title?: string
  version?: string
}

type Fields = Record<string, unknown>

/** A form as its parts need it: `PostForm` sends it, `field(name)` goes to a `Field`. */
export interface AnswerForm<Values extends Fields> {
  form: FormMetadata<Values, string[]>
  /** The version of the state that the form shows. */
  version: string | undefined
  /** The heading above the errors of the whole form. */
  title: string | undefined
}

/** What a part of a form gets of `useAnswer`, for a schema that the form's own schema includes. */
export type AnswerField<Schema extends z.ZodObject> = (name: keyof z.input<Schema> & string) => {
  meta: FieldMeta
  autoFocus: boolean
}

/**
 * A form with what was typed and what is wrong, if it was refused, else with its defaults. `schema` is the one that the action checks:
 * its fields say by it what is required, and take no more letters than it does. The browser refuses nothing by that (`PostForm`), so
 * that what is missing is said in our words. `answer` is given if it is not the one of this screen's own action, or not meant for this form.
 */
export function useAnswer<Schema extends z.ZodObject>(
  schema: Schema,
  options: { defaultValue?: DefaultValue<z.input<Schema>>; version?: string; answer?: Answer | null } = {},
) {
  const own = useActionData<Answer>()
  const answer = options.answer === undefined ? own : options.answer
  const [form, fields] = useForm<z.input<Schema>>({
    id: useId(),
    constraint: constraintsOf(schema),
    lastResult: answer?.lastResult,
    defaultValue: options.defaultValue,
  })
  const errors = answer?.lastResult?.error ?? {}
  const first = Object.keys(errors).find((name) => name && errors[name]?.length)
  const field = (name: keyof z.input<Schema> & string) => ({ meta: fields[name], autoFocus: name === first })
  /** A field of a block that is repeated: `riders[1].firstName`. */
  const fieldOf = (list: keyof z.input<Schema> & string, at: number) => (name: string) => {
    const path = `${list}[${at}].${name}`
    return { meta: fields[path as keyof typeof fields] as FieldMeta, autoFocus: path === first }
  }
  return { form, field, fieldOf, version: answer?.version ?? options.version, title: answer?.title }
}
