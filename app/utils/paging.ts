/** The page of an address, from 1; the first one if the text makes no sense. */
export const pageNumber = (text: string | null): number => Math.min(10_000, Math.max(1, Math.trunc(Number(text)) || 1))

export const rowsOfPage = (page: number, size: number) => ({ skip: (page - 1) * size, take: size })

/** An empty list has one page. */
export const pageCount = (rows: number, size: number): number => Math.max(1, Math.ceil(rows / size))
