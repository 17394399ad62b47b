import { useActionData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Form } from '~/components/form/form'
import { Csrf } from './csrf'
import { type Answer, versionAfter } from './use-answer'

/**
 * Returns the refused input of a page with several small forms; `of(id)` is the input of the row with that ID, if it
 * was refused.
 */
export function useRowAnswer() {
  const answer = useActionData<Answer>()
  const typed = answer?.lastResult?.initialValue
  return {
    title: answer?.title,
    errors: Object.values(answer?.lastResult?.error ?? {}).flatMap((messages) => messages ?? []),
    of: (id: number) => (typed?.id === String(id) ? { typed, version: versionAfter(answer) } : undefined),
  }
}

/** A row of a list that is its own form: a label, fields, and buttons. */
export function RowForm({
  id,
  name,
  label = name,
  action,
  version,
  children,
}: {
  id: number
  name: string
  /** What the row shows, if it is more than the name. */
  label?: ReactNode
  action: string
  version: string
  children: ReactNode
}) {
  return (
    <li id={`row-${id}`} className="border-t border-line py-3">
      <Form method="post" action={action} stay aria-label={name} className="flex flex-wrap items-end gap-3">
        <Csrf />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <p className="w-full min-w-0 font-semibold [overflow-wrap:anywhere] sm:w-40 sm:self-center">{label}</p>
        {children}
      </Form>
    </li>
  )
}
