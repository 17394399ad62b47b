import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { makePdf } from '~/platform/pdf/pdf.server'
import { startOfDayInZone } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import {
  formatAlsoOn,
  formatItems,
  formatMethod,
  STATEMENT_NOTE,
  type Statement,
  type StatementLine,
  sayWhen,
} from './statement'

const COLUMNS = [
  { title: 'Date', share: 17 },
  { title: 'For', share: 40 },
  { title: 'Paid with', share: 22 },
  { title: 'Fee', share: 12, end: true },
  { title: 'Amount', share: 16, end: true },
]

const cellsOf = (line: StatementLine) => [
  sayWhen(line),
  formatItems(line).join('\n'),
  formatMethod(line),
  line.fee ? formatCents(line.fee) : '',
  formatCents(line.amount),
]

/** Builds the statement as a PDF, with the same figures as the page. */
export async function statementPdf(statement: Statement): Promise<{ name: string; content: Buffer }> {
  const { schoolName, schoolContact } = letterheadOf(await getSchool())
  const { year, name, lines, pending, paid, fees, returned, total, zone } = statement
  const title = `${year} Statement`
  const content = await makePdf(
    {
      title: `${title}: ${name}`,
      author: schoolName,
      at: statement.at ?? startOfDayInZone(`${year}-01-01`, zone),
      footer: `${schoolName} · ${title} · ${name}`,
    },
    (page) => {
      page.title(title)
      page.paragraph([schoolName, ...schoolContact].join('\n'), { small: true })
      page.facts([
        ['Paid by', name],
        ['Year', `January 1 to December 31, ${year} (${zone})`],
      ])
      if (lines.length) {
        page.table(COLUMNS, lines.map(cellsOf), [
          ...(returned ? [['', 'Paid', '', formatCents(fees), formatCents(paid)]] : []),
          ...(returned ? [['', 'Refunded or disputed', '', '', formatCents(returned)]] : []),
          ['', 'Total', '', returned ? '' : formatCents(fees), formatCents(total)],
        ])
      } else page.paragraph(`No payments in ${year}.`)
      if (pending.length) {
        page.heading('Not in the total: the bank has not confirmed it yet')
        page.table(COLUMNS, pending.map(cellsOf))
      }
      const alsoOn = formatAlsoOn(statement)
      if (alsoOn && (lines.length || pending.length)) page.paragraph(alsoOn)
      page.paragraph(STATEMENT_NOTE, { small: true })
    },
  )
  return { name: `statement-${year}.pdf`, content }
}
