import { createContext, useContext } from 'react'

/** How a page gets its styles: inline, with the address of the file for the following pages, or by the file alone. */
export interface Stylesheet {
  href: string
  /** Undefined if the browser has the file. */
  css?: string
}

/** HTML rendered by React, with all text escaped. Only the code that renders it casts to this type. */
export type MadeByReact = string & { readonly madeBy: 'react' }

/** What only the server knows while it renders a page. Empty in the browser. */
export interface ServerContext {
  nonce?: string
  requestId?: string
  stylesheet?: Stylesheet
  /** Why the page is unavailable, and the form that can be sent again. */
  unavailable?: { message: string; form?: { action: string; fields: [name: string, value: string][] } }
  /** The address of `app/browser/main.ts` in the build. */
  script?: string
  /** HTML that the screen's loader had prepared, the same for everyone who may see it. */
  html?: readonly MadeByReact[]
}

export const ServerContext = createContext<ServerContext>({})
export const useServerContext = (): ServerContext => useContext(ServerContext)
