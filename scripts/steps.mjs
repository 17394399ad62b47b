// The steps that starting and testing share, each done only if its inputs have changed. Node built-ins only: this runs
// before anything is installed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { licenseList } from './licenses.mjs'

process.chdir(path.resolve(import.meta.dirname, '..'))

const onWindows = process.platform === 'win32'
const running = new Set()
let stopped = false

/** Ends running commands, and this process with the exit code of the signal. */
function stop(signal) {
  stopped = true
  for (const child of running) child.kill(signal)
  process.exit(signal === 'SIGINT' ? 130 : 143)
}

const interrupted = () => stop('SIGINT')
const terminated = () => stop('SIGTERM')
process.on('SIGINT', interrupted)
process.on('SIGTERM', terminated)
// npm passes no signals on: once it is gone, this process has another parent.
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && terminated(), 500)
watch.unref()

/** Leaves signals to the code that runs next in this process. */
export function handOver() {
  process.off('SIGINT', interrupted)
  process.off('SIGTERM', terminated)
  clearInterval(watch)
}

/** Where the output of a step's commands goes, if not to the terminal. */
const printed = new AsyncLocalStorage()

/** A command that failed; its output is in the step that ran it. */
export class CommandFailed extends Error {}

/**
 * Runs work and captures what its commands print. Returns the seconds it took.
 * @throws CommandFailed of a command that failed, with all of the output as `log`
 */
export async function quietly(work) {
  const log = []
  const begun = performance.now()
  await printed.run(log, work).catch((error) => {
    if (error instanceof CommandFailed) error.log = Buffer.concat(log).toString()
    throw error
  })
  return (performance.now() - begun) / 1_000
}

/** Ends all running commands, because one failed. */
export function stopRunning() {
  stopped = true
  for (const child of running) child.kill()
}

/** Runs a command to its end. If it fails, this process ends, or the quiet step that it is part of fails. */
export function run(command, args, env = {}) {
  const log = printed.getStore()
  return new Promise((resolve, reject) => {
    const stdio = log ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { stdio, env: { ...process.env, ...env }, shell: onWindows })
    running.add(child)
    for (const stream of log ? [child.stdout, child.stderr] : []) stream.on('data', (chunk) => log.push(chunk))
    const fail = (why) => {
      if (stopped) return
      const message = `${[command, ...args].join(' ')} (${why})`
      if (log) return reject(new CommandFailed(message))
      console.error(`\nFailed: ${message}`)
      stopRunning()
      process.exit(1)
    }
    child.once('error', (error) => fail(error.message))
    child.once('exit', () => running.delete(child))
    child.once('close', (code, signal) => (code === 0 ? resolve() : fail(signal ?? `exit code ${code}`)))
  })
}

/** Runs a command of an installed package. */
export const tool = (name, args, env) => run(path.join('node_modules', '.bin', name), args, env)

const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

/** Installs if the lock file is newer than the installed packages. */
export async function install() {
  const installed = modified('node_modules/.package-lock.json')
  if (installed && installed >= modified('package-lock.json')) return
  if (!printed.getStore()) console.log('> install')
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
}

function hash(inputs) {
  const sum = createHash('sha256').update(process.version)
  const add = (file) => {
    if (!existsSync(file) || file === path.join('app', 'generated')) return
    if (statSync(file).isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name))
    else if (!/\.test\.tsx?$/.test(file)) sum.update(file).update('\0').update(readFileSync(file))
  }
  inputs.map(path.normalize).forEach(add)
  return sum.digest('hex')
}

async function step(name, inputs, output, work) {
  // Beside its output: copies of the tree may share packages, but each has its own outputs.
  const stamp = `${output}.stamp`
  const now = hash(inputs)
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  if (!printed.getStore()) console.log(`> ${name}`)
  await work()
  writeFileSync(stamp, now)
}

export const generate = () =>
  step(
    'generate',
    ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
    'app/generated/prisma/client.ts',
    () => tool('prisma', ['generate'], { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }),
  )

/** Compiles the server and prepares the database that a first start copies. */
export async function compile() {
  const sources = ['app', 'server', 'scripts', 'tsconfig.json', 'package-lock.json']
  await step('compile', sources, 'build/node/server/index.js', () => run(process.execPath, ['scripts/bundle.mjs']))
  await step('database', ['prisma/migrations', 'package-lock.json'], 'build/pg-template', () =>
    run(process.execPath, ['build/node/scripts/make-template.js']),
  )
}

const pages = () =>
  step(
    'build',
    [
      'app',
      'public',
      'sandbox',
      'prisma/schema.prisma',
      'prisma/seed',
      'remix.config.js',
      'vite.config.ts',
      'scripts/packed-copies.mjs',
      'package-lock.json',
    ],
    'build/app/server/index.js',
    () => tool('remix', ['vite:build', '--logLevel', 'error'], { NODE_ENV: 'production' }),
  )

const browser = () =>
  step(
    'browser',
    ['app', 'scripts/bundle-browser.mjs', 'scripts/packed-copies.mjs', 'package-lock.json'],
    'build/browser.json',
    () => run(process.execPath, ['scripts/bundle-browser.mjs'], { NODE_ENV: 'production' }),
  )

/** Builds everything that `npm start` needs. */
export async function build() {
  // The browser code does not depend on the database, so it does not wait for its client.
  await Promise.all([browser(), generate().then(() => Promise.all([compile(), pages()]))])
  // Next to Remix's browser build, where each server looks for it: ours and `remix-serve`.
  cpSync('build/browser', 'build/app/client', { recursive: true })
  writeFileSync('build/licenses.md', licenseList())
}
