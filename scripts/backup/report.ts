import type { Sum } from './sums'

const thousands = (count: number) => count.toLocaleString('en-US')

export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)} MB`

export const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Returns one line per table with rows: how many, and the beginning of their checksum. */
export function sumTable(sums: Sum[]): string {
  const held = sums.filter(({ rows }) => rows)
  const width = Math.max(...held.map(({ table }) => table.length))
  const lines = held.map(
    ({ table, rows, sha256 }) => `  ${table.padEnd(width)} ${thousands(rows).padStart(11)}  ${sha256.slice(0, 12)}`,
  )
  return [...lines, `  ${inTotal(sums)}`].join('\n')
}

export function inTotal(sums: Sum[]): string {
  const rows = sums.reduce((total, sum) => total + sum.rows, 0)
  return `${thousands(rows)} rows in ${sums.length} tables`
}

/** Runs one of our commands; an error is printed as a sentence, with the exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
