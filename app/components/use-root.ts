import { useRouteLoaderData } from '@remix-run/react'
import type { SignedIn } from '~/models/vocabulary/user'
import type { Toast } from '~/utils/toast'

/** What every page knows. */
export interface RootData {
  viewer: SignedIn | null
  /** The token that every form carries. */
  csrf: string
  toast: Toast | null
  /** The school's name. */
  school: string
  contact: { phone: string | null; email: string | null; address: string | null }
  /** What the school asks of a family's password; null is the default. */
  passwordLeast: number | null
  demo: boolean
  /** Emails go out, so that they may be promised. */
  mails: boolean
  /** Changes of the day sheet that this browser keeps and has not sent yet. */
  unsent: number
}

/** What every page knows; undefined only if the root loader itself failed. */
export const useRoot = () => useRouteLoaderData<RootData>('root')
