import type { ReactNode } from 'react'
import { Dialog } from '~/components/ui/dialog'
import { FormActions } from './form-actions'
import { PostForm } from './post-form'
import type { AnswerForm } from './use-answer'

/** A dialog that contains one form: its fields, and at the end Cancel and the submit button. */
export function DialogForm<Values extends Record<string, unknown>>({
  title,
  closeTo,
  above,
  answer,
  failed,
  action,
  encType,
  submit,
  busy,
  waits,
  danger,
  cancel,
  children,
}: {
  title: ReactNode
  closeTo: string
  /** The content between the title and the form. */
  above?: ReactNode
  answer: AnswerForm<Values>
  failed?: string
  /** Where the form is sent, if not to the page's address. */
  action?: string
  encType?: 'multipart/form-data'
  submit: string
  /** The button's text while the form is sent; unchanged without it. */
  busy?: string
  /** Whether, with scripts, the button waits until all required fields have a value. */
  waits?: boolean
  danger?: boolean
  cancel?: string
  children?: ReactNode
}) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      {above}
      <PostForm answer={answer} failed={failed} action={action} encType={encType} waits={waits} stay>
        {children}
        <FormActions closeTo={closeTo} label={submit} busy={busy} danger={danger} cancel={cancel} />
      </PostForm>
    </Dialog>
  )
}
