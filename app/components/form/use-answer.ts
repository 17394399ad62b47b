import { type DefaultValue, type FormMetadata, type SubmissionResult, useForm } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { useId, useState } from 'react'
import type { z } from 'zod'

/** What an action answers if it shows its form again. */
export interface Answer {
  lastResult?: SubmissionResult<string[]> | null
  title?: string
  version?: string
}

type Fields = Record<string, unknown>

/** A form as its parts need it: `PostForm` sends it, `field(name)` goes to a `Field`. */
export interface AnswerForm<Values extends Fields> {
  form: FormMetadata<Values, string[]>
  /** What the form carries of the state that it shows. */
  version: string | undefined
  /** Stands above what is wrong with the form as a whole. */
  title: string | undefined
}

/**
 * A form with what was typed and what is wrong, if it was refused, else with its defaults. `Schema` is the type of the zod schema that
 * the action checks. `answer` is given if it is not the one of this screen's own action, or not meant for this form.
 */
export function useAnswer<Schema extends z.ZodType<unknown, Fields>>(
  options: { defaultValue?: DefaultValue<z.input<Schema>>; version?: string; answer?: Answer | null } = {},
) {
  const own = useActionData<Answer>()
  const answer = options.answer === undefined ? own : options.answer
  const round = useRound(Boolean(answer))
  const [form, fields] = useForm<z.input<Schema>>({
    // A new name begins the form anew: after it was saved, and with what another person saved meanwhile.
    id: `${useId()}${options.version ?? ''}${round}`,
    lastResult: answer?.lastResult,
    defaultValue: options.defaultValue,
  })
  const errors = answer?.lastResult?.error ?? {}
  const first = Object.keys(errors).find((name) => name && errors[name]?.length)
  const field = (name: keyof z.input<Schema> & string) => ({ meta: fields[name], autoFocus: name === first })
  return { form, field, version: answer?.version ?? options.version, title: answer?.title }
}

/** Counts how often a refusal has been settled. */
function useRound(refused: boolean): number {
  const [state, setState] = useState({ refused, round: 0 })
  if (state.refused !== refused) setState({ refused, round: refused ? state.round : state.round + 1 })
  return state.round
}
