import { useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Dialog } from '~/components/ui/dialog'
import { FormActions } from './form-actions'
import { PostForm } from './post-form'
import type { AnswerForm } from './use-answer'

/** A dialog that is one form: its fields, and at its end Cancel and the button that sends it. */
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
  ready,
  danger,
  cancel,
  children,
}: {
  title: ReactNode
  closeTo: string
  /** What stands between the title and the form. */
  above?: ReactNode
  answer: AnswerForm<Values>
  failed?: string
  /** Where the form is sent, if not to the address of the page. */
  action?: string
  encType?: 'multipart/form-data'
  submit: string
  /** What the button says while the form is sent; it stays as it is without it. */
  busy?: string
  /** The button waits until it is. */
  ready?: boolean
  danger?: boolean
  cancel?: string
  children?: ReactNode
}) {
  const { state, formMethod, formAction } = useNavigation()
  const sending = state !== 'idle' && formMethod === 'POST' && (!action || formAction === action)
  return (
    <Dialog title={title} closeTo={closeTo}>
      {above}
      <PostForm answer={answer} failed={failed} action={action} encType={encType} preventScrollReset>
        {children}
        <FormActions
          closeTo={closeTo}
          label={submit}
          busyLabel={busy ?? submit}
          busy={sending}
          ready={ready}
          danger={danger}
          cancel={cancel}
        />
      </PostForm>
    </Dialog>
  )
}
