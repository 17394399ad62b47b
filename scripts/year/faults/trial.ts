import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { placeOf } from '../../../test/mutation/put-in'
import type { PastFault } from './faults'

/** What a build does not need, and the packages, which are copied from where they really are. */
const LEFT_OUT = ['.git', '.data', '.cache', 'node_modules']

/** Copies the checkout with its build into a folder, where its sources can be edited. */
export function copyTree(folder: string): void {
  const copy = (from: string, name: string) =>
    cpSync(from, path.join(folder, name), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  for (const name of readdirSync('.')) if (!LEFT_OUT.includes(name)) copy(name, name)
  // Packages behind a link are loaded twice now and then: Node 20 takes a path for real if the last file that was looked at is a socket.
  copy(realpathSync('node_modules'), 'node_modules')
}

/** Puts a fault into the copy, builds it, does some work with it, and takes the fault out again. */
export async function withFault<T>(folder: string, { edits }: PastFault, work: () => Promise<T>): Promise<T> {
  const before = edits.map(({ file }) => ({ at: path.join(folder, file), text: readFileSync(file, 'utf8') }))
  try {
    for (const edit of edits) {
      const at = path.join(folder, edit.file)
      const place = placeOf(readFileSync(at, 'utf8'), edit)
      writeFileSync(at, place.before + edit.to + place.after)
    }
    const built = await printedBy(process.execPath, ['scripts/build.mjs'], folder)
    if (built.code !== 0) throw new Error(`The fault cannot be built:\n${built.text.slice(-2000)}`)
    return await work()
  } finally {
    for (const { at, text } of before) writeFileSync(at, text)
  }
}

/** What became of a run. */
interface Trial {
  days: number
  steps: number
  /** The first violation; null if there was none. */
  found: string | null
}

/** Runs a year of one seed in a copy. @throws Error if the run ends without a result */
export async function tryYear(folder: string, seed: number, days: number): Promise<Trial> {
  const args = ['scripts/year.ts', '--seed', String(seed), '--days', String(days), '--no-shrink']
  const { text } = await printedBy('node_modules/.bin/tsx', args, folder)
  const [, violations, steps, ran] = /^(\d+) violations in (\d+) steps over (\d+) days/m.exec(text) ?? []
  if (!violations) throw new Error(`The run of seed ${seed} has no result:\n${text.slice(-2000)}`)
  const [, found = 'a violation'] = /^- (.*(?:\n {4}.*)?)/m.exec(text) ?? []
  return { days: Number(ran), steps: Number(steps), found: violations === '0' ? null : found }
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill()
})

/** Runs a command and returns what it printed, and its exit code. */
async function printedBy(command: string, args: string[], cwd: string): Promise<{ text: string; code: number | null }> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(String(part)))
  await once(child, 'close')
  running.delete(child)
  return { text: parts.join(''), code: child.exitCode }
}
