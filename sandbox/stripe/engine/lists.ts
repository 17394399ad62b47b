import { invalidRequest, noSuch } from './errors'

interface ListParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

interface List<Item> {
  object: 'list'
  data: Item[]
  has_more: boolean
  url: string
}

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** A page of `rows` (given oldest first), newest first, as docs.stripe.com/api/pagination describes. */
export function page<Item extends { id: string; created?: number }>(
  rows: Item[],
  params: ListParams,
  url: string,
): List<Item> {
  const { limit = DEFAULT_LIMIT, starting_after, ending_before } = params
  if (limit < 1 || limit > MAX_LIMIT) throw invalidRequest(`Invalid limit: must be 1 to ${MAX_LIMIT}`, 'limit')
  const newestFirst = rows.filter((row) => isCreatedWithin(row, params.created)).reverse()
  const position = (id: string, param: string) => {
    const index = newestFirst.findIndex((row) => row.id === id)
    if (index < 0) throw noSuch('object', id, param)
    return index
  }
  if (ending_before) {
    const end = position(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return whole(newestFirst.slice(start, end), url, start > 0)
  }
  const start = starting_after ? position(starting_after, 'starting_after') + 1 : 0
  return whole(newestFirst.slice(start, start + limit), url, start + limit < newestFirst.length)
}

/** A list object of exactly these items. */
export function whole<Item>(data: Item[], url: string, has_more = false): List<Item> {
  return { object: 'list', data, has_more, url }
}

function isCreatedWithin(row: { created?: number }, range: ListParams['created']): boolean {
  if (range === undefined) return true
  const created = row.created ?? 0
  if (typeof range === 'number') return created === range
  return (
    created > (range.gt ?? -1) &&
    created >= (range.gte ?? 0) &&
    created < (range.lt ?? Infinity) &&
    created <= (range.lte ?? Infinity)
  )
}
