import { t } from '#text'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { makePdf } from '~/platform/pdf/pdf.server'
import { startOfDayInZone } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import {
  formatAlsoOn,
  formatItems,
  formatMethod,
  type Statement,
  type StatementLine,
  sayWhen,
  statementNote,
} from './statement'

const columns = () => [
  { title: t('Date'), share: 17 },
  { title: t('For'), share: 40 },
  { title: t('Paid with'), share: 22 },
  { title: t('Fee'), share: 12, end: true },
  { title: t('Amount'), share: 16, end: true },
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
  const ofYear = { year: String(year) }
  const title = t('{year} Statement', ofYear)
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
        [t('Paid by'), name],
        [t('Year'), t('January 1 to December 31, {year} ({zone})', { ...ofYear, zone })],
      ])
      if (lines.length) {
        page.table(columns(), lines.map(cellsOf), [
          ...(returned ? [['', t('Paid'), '', formatCents(fees), formatCents(paid)]] : []),
          ...(returned ? [['', t('Refunded or disputed'), '', '', formatCents(returned)]] : []),
          ['', t('Total'), '', returned ? '' : formatCents(fees), formatCents(total)],
        ])
      } else page.paragraph(t('No payments in {year}.', ofYear))
      if (pending.length) {
        page.heading(t('Not in the total: the bank has not confirmed it yet'))
        page.table(columns(), pending.map(cellsOf))
      }
      const alsoOn = formatAlsoOn(statement)
      if (alsoOn && (lines.length || pending.length)) page.paragraph(alsoOn)
      page.paragraph(statementNote(), { small: true })
    },
  )
  return { name: `statement-${year}.pdf`, content }
}
