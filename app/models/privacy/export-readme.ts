import { LEFT_OUT } from './subjects/left-out'

interface Told {
  name: string
  /** When it was written, in the school's time zone. */
  at: string
  counts: Readonly<Record<string, readonly unknown[]>>
  /** Whether the payment provider answered. */
  asked: boolean
  notes: boolean
}

const lineOf = ([file, rows]: [string, readonly unknown[]]) =>
  rows.length ? `  ${file}.csv: ${rows.length} ${rows.length === 1 ? 'line' : 'lines'}` : `  ${file}: nothing`

/** Describes the archive in plain words. Lines end as in Windows, whose editor may show the file. */
export function readmeOf({ name, at, counts, asked, notes }: Told): string {
  const reasons = [...new Set(Object.values(LEFT_OUT))]
  const lines = [
    `Everything the riding school keeps about ${name} and the riders of this account`,
    `Written on ${at}`,
    '',
    'everything.json has all of it in one file. Each .csv file has one part and opens in Excel, Numbers, or Google Sheets.',
    'Times are the school’s own. Amounts are in dollars.',
    '',
    'What is in it',
    ...Object.entries(counts).map(lineOf),
    '',
    'What is not in it',
    '  Passwords and sign-in links. The school keeps only a scrambled form of them. Links in emails are cut short.',
    '  Card and bank account numbers. Our payment provider keeps them, and shows us the last four digits.',
    ...(asked ? [] : ['  Saved payment methods. Our payment provider did not answer. Please try again later.']),
    ...(notes ? [] : ['  The office’s own notes about riders. Please ask the office for them.']),
    ...reasons.map((reason) => `  ${reason}`),
    '  Copies in backups, which are deleted as they get old.',
    '',
    'Is something wrong, or do you want your data erased? Please ask the office.',
  ]
  return `${lines.join('\r\n')}\r\n`
}
