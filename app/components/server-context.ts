import { createContext, useContext } from 'react'

/** How a page gets its styles: in its head, with the address of the file for the pages that follow, or by the file alone. */
export interface Stylesheet {
  href: string
  /** Absent if the browser has the file. */
  css?: string
}

/** HTML that React rendered before, with every text escaped. Only what renders it makes it one. */
export type MadeByReact = string & { readonly madeBy: 'react' }

/** What only the server knows while it renders a page. The browser has none of it. */
export interface ServerContext {
  nonce?: string
  requestId?: string
  stylesheet?: Stylesheet
  /** Why there is no page, and the form that may be sent again. */
  unavailable?: { message: string; form?: { action: string; fields: [name: string, value: string][] } }
  /** The address of `app/browser/main.ts` in the build. */
  script?: string
  /** What the screen's loader had ready as HTML, which is the same for everyone who may see it. */
  html?: readonly MadeByReact[]
}

export const ServerContext = createContext<ServerContext>({})
export const useServerContext = (): ServerContext => useContext(ServerContext)
