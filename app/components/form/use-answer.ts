import { type DefaultValue, type FormMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { useId } from 'react'
import type { z } from 'zod'
import { constraintsOf } from './constraints'
import type { FieldMeta } from './field-frame'

/** The answer of an action that renders its form again. */
export interface Answer {
  lastResult?: SubmissionResult<string[]> | null
  title?: string
  version?: string
  asked?: string
  sent?: string
}

/**
 * Returns the version that a refused form is sent with again. Beside typed values it is never that of the present state
 * unseen, or a value that someone else has changed since would be written over.
 */
export const versionAfter = (answer: Answer | null | undefined): string | undefined => answer?.version ?? answer?.sent

type Fields = Record<string, unknown>

/** What the parts of a form need: `PostForm` sends it, and `field(name)` is passed to a `Field`. */
export interface AnswerForm<Values extends Fields> {
  form: FormMetadata<Values, string[]>
  /** The version of the state that the form shows. */
  version: string | undefined
  /** The heading above the errors of the whole form. */
  title: string | undefined
}

/** What a part of a form gets from `useAnswer`, for a schema that the form's own schema includes. */
export type AnswerField<Schema extends z.ZodObject> = (name: keyof z.input<Schema> & string) => {
  meta: FieldMeta
  autoFocus: boolean
}

/**
 * Returns a form with the user's input and its errors, if it was refused, or else with its defaults. `schema` is the
 * one that the action validates with: it decides which fields are required and their maximum lengths. The browser
 * doesn't validate (`PostForm`), so that errors are in our words. `answer` is passed if it isn't the one of this
 * screen's own action, or isn't meant for this form.
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
  /** Returns a field of a repeated block: `riders[1].firstName`. */
  const fieldOf = (list: keyof z.input<Schema> & string, at: number) => (name: string) => {
    const path = `${list}[${at}].${name}`
    return { meta: fields[path as keyof typeof fields] as FieldMeta, autoFocus: path === first }
  }
  // A form without a version of its own here may have a field for it.
  const version = options.version === undefined ? answer?.version : (versionAfter(answer) ?? options.version)
  return { form, field, fieldOf, version, title: answer?.title, asked: answer?.asked }
}
