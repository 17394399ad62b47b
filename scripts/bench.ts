// Measures the main pages of a running server in demo mode, and prints a table:
//   npm run bench [-- http://127.0.0.1:3000 --fill=<database> --pid=<server> --times=20]
//   npm run bench -- --ratios [--database=<database>]   compares the build with a stock floor, if the yardstick is beside this folder
// --fill adds 300 students with a year of payments and 100,000 transactions first; with the embedded database its address is
// postgresql://postgres@localhost/postgres?host=<DATA_DIR>/socket. --pid tells whose memory to watch while the CSV is sent.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fill: { type: 'string' },
    pid: { type: 'string' },
    times: { type: 'string', default: '20' },
    ratios: { type: 'boolean' },
    database: { type: 'string' },
  },
})
const address = positionals[0] ?? 'http://127.0.0.1:3000'
const year = new Date().getFullYear()
const MB = 1024 * 1024

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Milliseconds until the first byte of the body, and until the last. */
  first: number
  last: number
}

/** A browser that stores cookies and does not decompress answers. */
class Client {
  readonly #cookies = new Map<string, string>()

  send(path: string, { form, encoding = 'br' }: { form?: Record<string, string>; encoding?: string } = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = form && { 'Content-Type': 'application/x-www-form-urlencoded' }
    const headers = { Cookie: cookie, 'Accept-Encoding': encoding, Accept: 'text/html', ...type }
    const started = performance.now()
    return new Promise<Answer>((resolve, reject) => {
      const sent = request(new URL(path, address), { method: form ? 'POST' : 'GET', headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [pair = ''] = line.split(';')
          this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const parts: Buffer[] = []
        let first = 0
        answer.on('data', (part: Buffer) => {
          first ||= performance.now() - started
          parts.push(part)
        })
        answer.on('end', () => {
          const last = performance.now() - started
          const { statusCode: status = 0, headers } = answer
          resolve({ status, headers, body: Buffer.concat(parts), first: first || last, last })
        })
      })
      sent.on('error', reject)
      sent.end(form && String(new URLSearchParams(form)))
    })
  }

  async signIn(email: string, password: string): Promise<this> {
    const page = (await this.send('/auth', { encoding: 'identity' })).body.toString()
    const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const { status } = await this.send('/auth', { form: { csrf, intent: 'login', email, password } })
    if (status !== 302) throw new Error(`${email} cannot sign in (${status}): is the server in demo mode?`)
    return this
  }
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const steps = [
    `INSERT INTO users (id, email, password, first_name, last_name, phone, updated_at)
     SELECT 'bench-' || n, 'bench-' || n || '@stirrup.example', 'none', 'Student' || n, 'Bench', '5550100200', now()
     FROM generate_series(1, 300) n ON CONFLICT DO NOTHING`,
    `INSERT INTO offline_payments (user_id, year)
     SELECT 'bench-' || n, ${year} FROM generate_series(1, 300) n ON CONFLICT DO NOTHING`,
    `INSERT INTO offline_payment_months (record_id, month, amount)
     SELECT id, m, 100 + m FROM offline_payments, generate_series(1, 12) m
     WHERE user_id LIKE 'bench-%' AND year = ${year} ON CONFLICT DO NOTHING`,
    `INSERT INTO payment_transactions (user_id, stripe_payment_intent_id, amount, description, packages, status, raw_status,
       customer_email, provider_created_at, updated_at)
     SELECT 'bench-' || (1 + n % 300), 'pi_bench_' || n, 226.60, 'Package 1 - Basic (bench)', '{Package 1 - Basic}',
       'succeeded', 'succeeded', 'bench-' || (1 + n % 300) || '@stirrup.example',
       make_timestamptz(${year}, 1 + n % 12, 1 + n % 28, n % 24, n % 60, 0), now()
     FROM generate_series(1, 100000) n ON CONFLICT DO NOTHING`,
    'ANALYZE users, offline_payments, offline_payment_months, payment_transactions',
  ]
  for (const step of steps) await client.query(step)
  await client.end()
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const print = (cells: string[]) =>
  console.log(cells.map((cell, i) => (i ? cell.padStart(12) : cell.padEnd(34))).join(''))

/** Requests a page several times in sequence, and prints the time to its first byte and its size. */
async function measure(client: Client, path: string): Promise<void> {
  for (let i = 0; i < 3; i++) await client.send(path)
  const answers: Answer[] = []
  for (let i = 0; i < Number(given.times); i++) answers.push(await client.send(path))
  const [answer] = answers
  if (answer?.status !== 200) return print([path, `status ${answer?.status}`])
  const firsts = answers.map(({ first }) => first).sort((a, b) => a - b)
  const size = `${(answer.body.length / 1024).toFixed(1)} kB`
  print([path, `${at(firsts, 0.5).toFixed(1)} ms`, `${at(firsts, 0.95).toFixed(1)} ms`, size])
}

const residentMemory = (pid: string) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** Fetches the year's transactions as CSV and prints time, size and the server's memory. */
async function measureExport(client: Client): Promise<void> {
  const path = `/api/admin/reports/transactions?format=csv&start_date=${year}-01-01&end_date=${year}-12-31`
  const { pid } = given
  const before = pid ? residentMemory(pid) : 0
  let peak = before
  const watch = pid && setInterval(() => (peak = Math.max(peak, residentMemory(pid))), 20)
  const { status, body, first, last } = await client.send(path, { encoding: 'identity' })
  if (watch) clearInterval(watch)
  const lines = body.toString().split('\n').length - 2
  const memory = pid ? `, memory +${((peak - before) / MB).toFixed(0)} MB from ${(before / MB).toFixed(0)} MB` : ''
  const time = `first byte ${first.toFixed(1)} ms, all in ${(last / 1000).toFixed(2)} s`
  console.log(`CSV (${status}): ${lines} transactions, ${(body.length / MB).toFixed(1)} MB, ${time}${memory}`)
}

if (given.ratios) {
  const yardstick = '../shared/bench/yardstick.mjs'
  if (!existsSync(yardstick))
    throw new Error(`There is no ${yardstick}: only the measures of a running server are here`)
  const database = given.database ? [`--database=${given.database}`] : []
  process.exit(spawnSync(process.execPath, [yardstick, 'server', ...database], { stdio: 'inherit' }).status ?? 1)
}
if (given.fill) await fill(given.fill)
const visitor = new Client()
const rider = await new Client().signIn('rider@stirrup.example', 'stirrup-rider')
const office = await new Client().signIn('admin@stirrup.example', 'stirrup-admin')
console.log(`${address}, ${given.times} requests each, load ${loadavg()[0]?.toFixed(1)}\n`)
print(['page', 'first byte', '95 of 100', 'compressed'])
await measure(visitor, '/auth')
for (const path of ['/', '/purchase']) await measure(rider, path)
for (const path of ['/admin', '/students', '/students-management', '/payments', '/payments/by-month'])
  await measure(office, path)
console.log()
for (let i = 0; i < 3; i++) await measureExport(office)
