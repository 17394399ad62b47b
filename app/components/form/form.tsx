import { Form as RemixForm } from '@remix-run/react'
import type { FormHTMLAttributes } from 'react'

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'method' | 'encType'> {
  method?: 'get' | 'post'
  encType?: 'multipart/form-data'
  /** Its answer belongs to this screen: scripts swap it in, and the window stays where it is. */
  stay?: boolean
}

/** A plain form. Without an `action` it is sent to the route that it stands in. */
export function Form({ stay, ...rest }: FormProps) {
  return <RemixForm discover="none" data-stay={stay ? '' : undefined} {...rest} />
}
