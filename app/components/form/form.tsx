import { Form as RemixForm } from '@remix-run/react'
import type { FormHTMLAttributes } from 'react'

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'method' | 'encType'> {
  method?: 'get' | 'post'
  encType?: 'multipart/form-data'
  /** Whether the answer belongs to this screen: scripts swap it in without scrolling. */
  stay?: boolean
}

/** A plain form. Without an `action` it is sent to the route that renders it. */
export function Form({ stay, ...rest }: FormProps) {
  return <RemixForm discover="none" data-stay={stay ? '' : undefined} {...rest} />
}
