import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Csrf } from './csrf'

/** A row of a list that is a form of its own: what it is about, its fields, its buttons. */
export function RowForm({
  id,
  name,
  action,
  children,
}: {
  id: number
  name: string
  action: string
  children: ReactNode
}) {
  return (
    <li className="border-t border-line py-3">
      <Form
        method="post"
        action={action}
        preventScrollReset
        aria-label={name}
        className="flex flex-wrap items-end gap-3"
      >
        <Csrf />
        <input type="hidden" name="id" value={id} />
        <p className="w-full min-w-0 font-semibold [overflow-wrap:anywhere] sm:w-40 sm:self-center">{name}</p>
        {children}
      </Form>
    </li>
  )
}
