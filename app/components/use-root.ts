import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '~/root'

/** What every page knows: viewer, form token, toast, the school. Undefined only where the root loader itself failed. */
export const useRoot = () => useRouteLoaderData<typeof loader>('root')
