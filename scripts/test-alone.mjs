// npm run test:alone -- [part of a file's path] [seed]
// Each file of unit and integration tests in a process of its own, its tests in the random order of the seed: what needs something that
// another test left, in its file or in another, fails here.
import { readdirSync } from 'node:fs'
import { CommandFailed, quietly, tool } from './steps.mjs'

const [part = '', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const files = ['app', 'prisma', 'server', 'sandbox', 'scripts', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      !file.startsWith('test/doors/') &&
      !file.includes('.browser.test.') &&
      file.includes(part),
  )
const order = ['--sequence.shuffle.tests', `--sequence.seed=${seed}`]
const failed = []

async function next() {
  for (let file = files.shift(); file; file = files.shift()) {
    const args = [
      'run',
      '--project=unit',
      '--project=integration',
      file,
      ...order,
      '--reporter=minimal',
      '--silent=passed-only',
    ]
    const mark = await quietly(() => tool('vitest', args)).then(
      () => '.',
      (error) => {
        if (!(error instanceof CommandFailed)) throw error
        failed.push(file)
        return `\n${error.log}\n`
      },
    )
    process.stdout.write(mark)
  }
}

console.log(`${files.length} files, tests in the order of seed ${seed}`)
await Promise.all([next(), next()])
for (const file of failed) console.log(`\nFailed: npx vitest run ${file} ${order.join(' ')}`)
process.exit(failed.length ? 1 : 0)
