import type { Context } from '../engine/context'

/** A page's answer to a request for the object with this id; `form` is there for a POST. */
export type Page = (ctx: Context, visit: { id: string; query: URLSearchParams; form?: URLSearchParams }) => Response
