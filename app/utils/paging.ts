/** A page as an address names it, from 1; the first where it names none that makes sense. */
export const pageNumber = (text: string | null): number => Math.min(10_000, Math.max(1, Math.trunc(Number(text)) || 1))
