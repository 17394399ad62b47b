import type { SchoolUnderTest } from './school-under-test'

export interface Row {
  name: string
  figures: Record<string, string | number>
}

const seconds = (ms: number | undefined) => (ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`)

export function rowOf(
  name: string,
  rounds: number,
  under: SchoolUnderTest,
  firstStart: number,
  mails?: { mails: number; twice: number },
): Row {
  const starts = [...under.servers.startTimes].sort((a, b) => a - b)
  const lost = under.problems.filter((problem) => problem.includes('acknowledged was')).length
  const figures = {
    rounds,
    kills: under.servers.kills,
    'writes acknowledged': under.writes,
    'no answer': under.record.unanswered,
    'cells compared': under.compared,
    lost,
    charges: under.charges,
    'charged twice': under.chargedTwice,
    mails: mails?.mails ?? '',
    'mails twice': mails?.twice ?? '',
    'answers 503': under.tally.statuses.get(503) ?? 0,
    'other 5xx': under.tally.faults.length,
    'slowest answer': seconds(under.tally.slowest),
    'first start': seconds(firstStart),
    'start, median': seconds(starts[Math.floor(starts.length / 2)]),
    'start, worst': seconds(starts.at(-1)),
  }
  return { name, figures }
}

/** Prints one column per round: there are more figures than rounds. */
export function printTable(rows: Row[]): void {
  const table: Record<string, Record<string, string | number>> = {}
  for (const { name, figures } of rows) {
    for (const [figure, value] of Object.entries(figures)) table[figure] = { ...table[figure], [name]: value }
  }
  console.table(table)
}
