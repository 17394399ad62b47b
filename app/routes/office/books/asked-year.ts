import { YEARS } from '~/utils/fields'

/** Reads `?year=`; another text is this year. */
export function askedYear(request: Request, thisYear: number): number {
  const asked = new URL(request.url).searchParams.get('year') ?? ''
  const year = /^\d{4}$/.test(asked) ? Number(asked) : thisYear
  return year < YEARS[0] || year > YEARS[1] ? thisYear : year
}
