import '@remix-run/server-runtime'
import type { MadeByReact } from './components/server-context'
import type { Piece } from './platform/page/pieces.server'

declare module '@remix-run/server-runtime' {
  /** What the HTTP server hands to loaders, actions and the rendering of a page. */
  interface AppLoadContext {
    /** Of the content security policy; absent in development. */
    nonce?: string
    /** The client's address, behind trusted proxies too. */
    ip?: string
    /** Stands in the log and on the error page. */
    requestId?: string
    /** Put here by a loader: parts of its screen as HTML, in their order. They are no data, which would be encoded at each request. */
    html?: MadeByReact[]
    /** Set by our server, which packs the pieces of a page one by one. Without it, as under `remix-serve`, a page is the body of its answer. */
    takesPieces?: boolean
    /** Put here by the rendering: the body of its answer, piece by piece. */
    page?: Piece[]
  }
}
