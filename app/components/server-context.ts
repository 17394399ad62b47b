import { createContext, useContext } from 'react'
import type { Stylesheet } from '~/web/stylesheet.server'

/** What only the server knows while it renders a page. The browser has none of it. */
export interface ServerContext {
  nonce?: string
  requestId?: string
  stylesheet?: Stylesheet
}

export const ServerContext = createContext<ServerContext>({})
export const useServerContext = (): ServerContext => useContext(ServerContext)
