import { useRouteLoaderData } from '@remix-run/react'
import type { CoatsByName } from '~/models/school/coat'
import type { SchoolColor } from '~/models/school/face/school-color'
import type { SignedIn } from '~/models/vocabulary/user'
import type { Toast } from '~/utils/toast'

/** The data that every page has. */
export interface RootData {
  viewer: SignedIn | null
  /** The token that every form contains. */
  csrf: string
  toast: Toast | null
  /** The school's name. */
  school: string
  /** The school's own color; null is the product's. */
  color: SchoolColor | null
  /** The file name of the school's own logo; null without one. */
  logo: string | null
  /** The coats of the horses, which the page draws beside their names. */
  coats: CoatsByName
  contact: { phone: string | null; email: string | null; address: string | null }
  /** The minimum length of a family's password; null is the default. */
  passwordLeast: number | null
  demo: boolean
  /** Whether emails are sent, so that they can be promised. */
  mails: boolean
  /** How many changes of the day sheet this browser stores that are not sent yet. */
  unsent: number
}

/** Returns the data that every page has; undefined only if the root loader itself failed. */
export const useRoot = () => useRouteLoaderData<RootData>('root')
