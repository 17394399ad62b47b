import { getFormProps } from '@conform-to/react'
import { Form, type FormProps } from '~/components/form/form'
import { Csrf } from './csrf'
import { FormError } from './form-error'
import type { AnswerForm } from './use-answer'

/**
 * A form that posts, with its token, the version of what it shows, and the errors of the form as a whole. `failed` is
 * their heading, unless the action gives one. The browser's own validation is off, so that errors are in our words.
 */
export function PostForm<Values extends Record<string, unknown>>({
  answer: { form, version, title },
  failed,
  className = 'grid gap-4',
  waits,
  children,
  ...rest
}: {
  answer: AnswerForm<Values>
  failed?: string
  /** Whether, with scripts, the button waits until all required fields have a value. */
  waits?: boolean
} & Omit<FormProps, 'method' | 'id' | 'noValidate' | 'onSubmit'>) {
  return (
    <Form
      method="post"
      {...rest}
      {...getFormProps(form)}
      noValidate
      className={className}
      data-ready={waits ? '' : undefined}
    >
      <Csrf />
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {form.errors?.length ? (
        // In a long form the button that was pressed is far below the errors.
        // biome-ignore lint/a11y/noAutofocus: the user waits for this answer
        <div tabIndex={-1} autoFocus>
          <FormError title={title ?? failed} errors={form.errors} />
        </div>
      ) : null}
      {children}
    </Form>
  )
}
