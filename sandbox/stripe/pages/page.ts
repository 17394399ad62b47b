import type { Context } from '../engine/context'

/** Answers a request for the object with this ID; `form` exists for a POST. */
export type Page = (ctx: Context, visit: { id: string; query: URLSearchParams; form?: URLSearchParams }) => Response
