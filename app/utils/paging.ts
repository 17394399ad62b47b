/** Reads the page number of an address, from 1; 1 if the text makes no sense. */
export const pageNumber = (text: string | null): number => Math.min(10_000, Math.max(1, Math.trunc(Number(text)) || 1))

export const rowsOfPage = (page: number, size: number) => ({ skip: (page - 1) * size, take: size })

/** Returns the number of pages. An empty list has one. */
export const pageCount = (rows: number, size: number): number => Math.max(1, Math.ceil(rows / size))
