/** A page as an address names it, from 1; the first where it names none that makes sense. */
export const pageNumber = (text: string | null): number => Math.min(10_000, Math.max(1, Math.trunc(Number(text)) || 1))

/** The rows of a page, for a query. */
export const rowsOfPage = (page: number, size: number) => ({ skip: (page - 1) * size, take: size })

/** How many pages so many rows fill; an empty list has one. */
export const pageCount = (rows: number, size: number): number => Math.max(1, Math.ceil(rows / size))
