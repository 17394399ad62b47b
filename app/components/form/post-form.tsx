import { getFormProps } from '@conform-to/react'
import { Form, type FormProps } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Csrf } from './csrf'
import { FormError } from './form-error'
import type { AnswerForm } from './use-answer'

/**
 * A form that posts, with its token, the version of what it shows, and what is wrong with it as a whole. `failed` stands above that; the
 * action's own title comes first.
 */
export function PostForm<Values extends Record<string, unknown>>({
  answer: { form, version, title },
  failed,
  className = 'grid gap-4',
  noValidate = true,
  children,
  ...rest
}: { answer: AnswerForm<Values>; failed?: string } & Omit<FormProps, 'method' | 'id' | 'onSubmit'>) {
  const refusal = useRef<HTMLDivElement>(null)
  // In a long form the button that was pressed is far below it.
  useEffect(() => {
    if (form.errors) refusal.current?.focus()
  }, [form.errors])
  return (
    <Form method="post" {...rest} {...getFormProps(form)} noValidate={noValidate} className={className}>
      <Csrf />
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {form.errors?.length ? (
        <div ref={refusal} tabIndex={-1}>
          <FormError title={title ?? failed} errors={form.errors} />
        </div>
      ) : null}
      {children}
    </Form>
  )
}
