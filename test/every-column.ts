import pg from 'pg'

// Fills every column of every table from the schema itself, with difficult values. Triggers are off, and rows refer
// only to existing rows, so that the result can be restored. A new column is filled by its type alone; if a CHECK
// refuses all values, the error names it until it has a hint here.

type Row = Record<string, string | null>

interface Column {
  name: string
  type: string
  length: number | null
  required: boolean
  /** The table that its foreign key refers to. */
  parent: string | null
  parentColumn: string | null
}

interface Hint {
  /** Values that a CHECK allows in a column, by the number of the row. The first works for every row, all are tried once. */
  values?: Record<string, ((n: number) => string | null)[]>
  /** Kinds of rows that the CHECKs distinguish. */
  kinds?: Row[]
  /** It has a GiST index over a date, which fails near an infinite one, even after its row was deleted. */
  isFinite?: true
  /** Sets columns that depend on others. */
  finish?: (row: Row, parents: ReadonlyMap<string, Row[]>) => Row
}

const ODD =
  'tab\there, line\nbreak, \r, back\\slash, \\N, \\., quote " \' and é e\u0301 🐴 \u202e مرحبا 馬 {a,"b",NULL}'
const LONG = 20_000
const LETTERS = Array.from({ length: LONG }, (_, index) =>
  String.fromCodePoint(33 + ((index * index * 7) % 1200)),
).join('')
/** Returns a text of the maximum length. */
const longText = (length: number) => LETTERS.slice(0, length)

const START = Date.UTC(2026, 0, 1)
const day = (n: number) => new Date(START + n * 86_400_000).toISOString().slice(0, 10)
const always = (value: string | null) => () => value
const email = (n: number) => `é.${n}@stirrup.example`
/** Values from another program, in lower case. */
const THEIRS = [always('completed'), always('é ✓ "\'')]
const time = [always('07:05'), always('00:00'), always('23:00')]
const later = (n: number) => day(n + 1)
const sum = (...amounts: (string | null | undefined)[]) =>
  (amounts.reduce((cents, amount) => cents + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

const OPEN = { closed_at: null, closed_by: null, outcome: null, answer: null }
const NOT_REVOKED = { revoked_at: null, revoked_by: null, revoke_reason: null, unpaid_grant_id: null }
const NOT_EXTENDED = { extended_from: null, extended_to: null, extended_by: null, extend_reason: null }
const NOT_WITHDRAWN = { withdrawn_at: null, withdrawn_by: null, withdrawn_note: null }
const NOBODY = {
  role: 'customer',
  active: 'f',
  first_name: 'Former',
  guardian_id: null,
  email: null,
  password: null,
  phone: null,
  parent_name: null,
  profile_image_url: null,
  reset_token: null,
  magic_link_token: null,
  calendar_key: null,
  birth_date: null,
  weight_lb: null,
  level: null,
  language: null,
}
const SIGNED = { kind: 'signed', paper_on: null, recorded_by: null, note: null, erased_at: null }
const PAPER = {
  kind: 'paper',
  signer_role: null,
  agreed_to: null,
  signer_id: null,
  drawing: null,
  ip: null,
  user_agent: null,
  erased_at: null,
}

const HINTS: Record<string, Hint> = {
  users: {
    values: {
      email: [email],
      password: [always('x')],
      role: [always('customer')],
      guardian_id: [always(null), always('word 0')],
      merged_into_id: [always(null), always('word 0')],
      erased_at: [always(null)],
      former_number: [always(null)],
      active: [always('f')],
      hidden_at: [always('2026-01-01')],
      birth_date: [day, always('1900-01-01'), always('2199-12-31')],
      language: ['en', 'es'].map(always),
    },
    kinds: [
      { role: 'instructor', email: null, password: null, guardian_id: null },
      { guardian_id: 'word 0', email: null, password: null },
      { ...NOBODY, erased_at: '2026-01-01', former_number: '2147483647', hidden_at: '2026-01-01' },
    ],
    finish: (row) => (row.erased_at && row.former_number ? { ...row, last_name: `rider ${row.former_number}` } : row),
  },
  audit_seals: { values: { seq: [String], line_id: [String] } },
  orders: {
    values: { method_type: ['card', 'us_bank_account'].map(always) },
    kinds: [
      {},
      {
        method_type: 'school',
        kind: 'one_time',
        status: 'pending',
        fee: '0',
        stripe_payment_intent_id: null,
        stripe_checkout_session_id: null,
      },
    ],
    finish: (row) => ({ ...row, total: sum(row.subtotal, row.fee) }),
  },
  // A part of an existing month.
  recorded_payments: {
    finish: (row, parents) => ({
      ...row,
      month: parents.get('offline_payment_months')?.find((one) => one.record_id === row.record_id)?.month ?? null,
    }),
  },
  balance_transactions: { finish: (row) => ({ ...row, net: sum(row.amount, `-${row.fee}`) }) },
  order_items: {
    values: { type: ['package', 'addon'].map(always) },
    kinds: [
      { type: 'package', add_on_id: null },
      { type: 'addon', package_id: null },
    ],
  },
  package_purchases: { kinds: [{ stripe_invoice_id: null }, { stripe_payment_intent_id: null }] },
  payment_transactions: {
    values: { period_end: [later, always('infinity')], lines: [always('[]'), always(JSON.stringify([{ name: ODD }]))] },
  },
  payment_issues: { kinds: [{ closed_at: null, outcome: null }] },
  school: {
    values: {
      id: [always('1')],
      password_least: ['6', '12'].map(always),
      first_lesson: [always('06:15')],
      last_lesson: [always('21:40')],
      lesson_step: ['5', '60'].map(always),
      lesson_lengths: [always('20, 120')],
    },
    kinds: [{ fee_rate: null, fee_scope: null }],
  },
  logos: {
    values: { name: ['400x120.png', '1x9999.jpg'].map((end) => (n) => `${String(n).padStart(16, '0')}-${end}`) },
  },
  installation: { values: { id: [always('1')] } },
  waiver_draft: { values: { id: [always('1')] } },
  payment_transaction_count: { values: { id: [always('1')] } },
  retention: {
    values: {
      id: [always('1')],
      views: [always('3')],
      inactive: [always('12')],
      waivers: [always('12')],
      changes: [always('6')],
    },
  },
  makeups: {
    values: {
      ride_time: time,
      why: ['office', 'closed', 'absence'].map(always),
      extended_to: [later, always('infinity')],
    },
    kinds: [
      { unpaid_grant_id: null },
      { revoked_by: null },
      { ...NOT_REVOKED, ...NOT_EXTENDED },
      { ...NOT_REVOKED, ...NOT_EXTENDED, ride_date: null, ride_time: null },
    ],
  },
  makeup_requests: {
    values: { weekdays: [always('{0,6}'), always('{}')], outcome: [always('declined'), always('withdrawn')] },
    kinds: [OPEN, { outcome: 'withdrawn', answer: null }],
  },
  invitations: {
    values: {
      expires_at: [(n) => `${later(n)}T12:00:00Z`],
      sent_at: [(n) => `${day(n)}T12:00:00Z`],
      sends: [always('2')],
    },
    kinds: [
      { wrong: null, wrong_at: null, answer: null, done_at: null },
      { wrong: 'Mondays', answer: null, done_at: null },
    ],
  },
  waitlist: { kinds: [{ closed_at: null, outcome: null }] },
  waiver_versions: {
    values: { number: [(n) => `${n + 1}`] },
    kinds: [NOT_WITHDRAWN, { ...NOT_WITHDRAWN, asks_again: 't' }],
  },
  waiver_signatures: {
    values: {
      kind: [always('signed'), always('paper')],
      signer_role: [always('guardian'), always('adult')],
      drawing: [always('1,2; 3,4'), always('9,'.repeat(4_000))],
    },
    kinds: [
      SIGNED,
      { ...SIGNED, ...NOT_WITHDRAWN, signer_role: null, agreed_to: null },
      PAPER,
      { ...SIGNED, typed_name: '', rider_name: '', drawing: null, ip: null, user_agent: null, erased_at: '2026-01-01' },
    ],
  },
  subscriptions: { kinds: [{ change_token: null, changing_since: null }] },
  text_numbers: { values: { number: [(n) => `+1845555${1000 + n}`, always('+123456789012345')] } },
  known_methods: { kinds: [{ customer_id: null, methods: null, asked_at: null }] },
  donations: { values: { currency: [always('USD')], status: THEIRS } },
  event_tickets: { values: { currency: [always('USD')], status: THEIRS } },
  events: { values: { status: THEIRS } },
  horse_care: { values: { every_weeks: [always('6'), always('260')] } },
  one_time_participants: { isFinite: true },
  horse_usage: { values: { lesson_time: time }, isFinite: true },
  horses: { values: { coat: [always('bay'), always('other')] } },
  horse_work: { values: { start_time: time }, isFinite: true },
  ride_types: { values: { base_type: [always(null), always('word 0')] } },
  instructor_absences: { values: { from_time: time } },
  season_lessons: {
    kinds: [
      { ends: 't', duration: null, capacity: null, level: null, arena: null, instructor_id: null },
      { ends: 'f', capacity: '0' },
    ],
  },
  season_places: {
    values: {
      from_time: time,
      to_time: time,
      from_day: [always('0'), always('6')],
      to_day: [always('6'), always('0')],
    },
    kinds: [{}, { from_day: null, from_time: null, from_type: null }, { to_day: null, to_time: null, to_type: null }],
  },
  season_wishes: { values: { times: [always('{"2 16:30"}'), always('{"0 00:00","6 23:59"}')] } },
}

/** Columns of any table whose name implies what a CHECK allows. */
const NAMED: Record<string, ((n: number) => string | null)[]> = {
  scheduled_time: time,
  duration: [always('30'), always('5'), always('480')],
  month: [(n) => `${1 + (n % 12)}`],
  year: [always('2026'), always('2200')],
  weight_lb: [always('120'), always('500')],
  max_weight_lb: [always('120'), always('500')],
}

/** Whether a column accepts only values from `HINTS` and `NAMED`, or the list of a CHECK. */
const isShaped = (table: string, column: string) => column in (HINTS[table]?.values ?? {}) || column in NAMED

const byType: Record<string, (column: Column, n: number) => string[]> = {
  text: (_, n) => [`word ${n}`, longText(LONG), `${ODD} ${n}`, ''],
  varchar: ({ length }, n) => [`word ${n}`, longText(length ?? LONG), `${ODD} ${n}`.slice(0, length ?? LONG), ''],
  bpchar: ({ length }, n) => [`word ${n}`, longText(length ?? LONG), ODD.slice(0, length ?? LONG)],
  int2: (_, n) => [`${1 + (n % 6)}`, '32767', '-32768', '0'],
  int4: (_, n) => [`${1 + (n % 6)}`, '2147483647', '-2147483648', '99', '0'],
  int8: (_, n) => [`${1 + (n % 6)}`, '9223372036854775807', '-9223372036854775808'],
  numeric: () => ['8', '99999999.99', '9999.99', '0.01', '-0.01', '0'],
  bool: () => ['f', 't'],
  date: (_, n) => [day(n), '0044-03-15 BC', 'infinity', '1900-01-01', '2199-12-31'],
  timestamptz: (_, n) => [`${day(n)} 12:00Z`, '2026-11-01 01:59:59.999999-04', '0044-03-15 12:00:00+00 BC', 'infinity'],
  jsonb: () => [
    '{}',
    JSON.stringify({ [ODD]: [ODD, null, 1.5, true, { a: [] }] }),
    '{"n": 123456789012345678901.5}',
    'null',
  ],
  bytea: () => ['\\x00', `\\x${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('hex')}`],
  _text: () => ['{}', arrayOf([ODD, '', 'NULL', 'a,b', '{}'])],
  _int2: () => ['{}', '{0,-32768,32767}'],
  _int4: () => ['{}', '{0,-2147483648,NULL,2147483647}'],
}

const arrayOf = (texts: string[]) => `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')},NULL}`

/** Whether a value proves by its survival that data is unchanged. */
const isOdd = (value: string) => value.length > 20

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, t.typname AS type, a.attnotnull AS required,
         CASE WHEN a.atttypmod > 4 AND t.typname IN ('varchar', 'bpchar') THEN a.atttypmod - 4 END AS length,
         (SELECT f.confrelid::regclass::text FROM pg_constraint f
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]) AS parent,
         (SELECT r.attname FROM pg_constraint f JOIN pg_attribute r ON r.attrelid = f.confrelid AND r.attnum = f.confkey[1]
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]) AS "parentColumn"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  ORDER BY c.relname, a.attnum`

const LISTS = `
  SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS says FROM pg_constraint
  WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`

/** Returns the values of columns whose CHECK is a list, by table and column. */
async function listsOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; says: string }>(LISTS)
  const lists = new Map<string, string[]>()
  for (const { table, says } of rows) {
    const [, column, list = ''] = /^CHECK \(\(+(\w+)\)?(?:::text)? = ANY \(+ARRAY\[([^\]]*)\]/.exec(says) ?? []
    const values = [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '')
    if (column && values.length) lists.set(`${table}.${column}`, values)
  }
  return lists
}

const TRY = `
  CREATE OR REPLACE FUNCTION pg_temp.try_it(statement text) RETURNS text LANGUAGE plpgsql AS
  $$ BEGIN EXECUTE statement; RETURN NULL; EXCEPTION WHEN OTHERS THEN RETURN sqlerrm; END $$`

/** Disables triggers and foreign keys until the transaction ends; the embedded database has one session for all. */
const QUIET = 'SET LOCAL session_replication_role = replica; SET LOCAL client_min_messages = warning'

/**
 * Fills the tables, parents first. With `sparse`, a table that has one row gets as few values as possible, otherwise as
 * many. Returns the columns that were not filled as intended, with the database's message.
 */
export async function fillEveryColumn(client: pg.Client, tables: string[], { sparse = false } = {}): Promise<string[]> {
  await client.query('BEGIN')
  try {
    await client.query(QUIET)
    await client.query(TRY)
    const { rows } = await client.query<Column & { table: string }>(COLUMNS)
    const lists = await listsOf(client)
    const parents = new Map<string, Row[]>()
    const lacking: string[] = []
    for (const table of tables) {
      const columns = rows.filter((row) => row.table === table)
      const filler = new Filler(client, table, columns, lists, parents)
      lacking.push(...(await filler.fill(sparse)))
      parents.set(table, filler.rows)
    }
    await client.query('COMMIT')
    return lacking
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

class Filler {
  #n = 0
  readonly #hint: Hint
  /** The inserted values by column, including null. */
  readonly #held = new Map<string, Set<string | null>>()
  readonly #refused = new Map<string, string>()
  readonly rows: Row[] = []

  constructor(
    readonly client: pg.Client,
    readonly table: string,
    readonly columns: Column[],
    readonly lists: Map<string, string[]>,
    readonly parents: Map<string, Row[]>,
  ) {
    this.#hint = HINTS[table] ?? {}
  }

  async fill(sparse: boolean): Promise<string[]> {
    const isOne = this.#hint.values?.id?.[0]?.(0) === '1'
    const kinds = [{}, ...(this.#hint.kinds ?? [])]
    // Parents that only one row may refer to run out.
    const alone = Object.fromEntries(
      this.columns.filter(({ parent, required }) => parent && !required).map(({ name }) => [name, null]),
    )
    const contexts = kinds.flatMap((kind) => [
      () => ({ ...this.#full(), ...kind }),
      () => ({ ...this.#plain(), ...kind }),
      () => ({ ...this.#full(), ...alone, ...kind }),
    ])
    if (isOne) {
      const [full = () => ({}), plain = full] = contexts
      const refused = await this.#insert(sparse ? plain() : full())
      return refused ? [`${this.table}: ${refused}`] : []
    }
    for (const context of contexts) await this.#insert(context())
    for (const column of this.columns) {
      for (const value of this.#tries(column)) {
        for (const context of contexts) {
          const refused = await this.#insert({ ...context(), [column.name]: value(this.#n) })
          if (!refused) break
          this.#refused.set(column.name, refused)
        }
      }
    }
    return this.columns.flatMap((column) => {
      const lacks = this.#lacks(column)
      return lacks ? [`${this.table}.${column.name} ${lacks}: ${this.#refused.get(column.name)}`] : []
    })
  }

  #lacks({ name, type, required, parent }: Column): string | undefined {
    const held = this.#held.get(name) ?? new Set()
    const values = [...held].filter((value) => value !== null)
    if (!values.length) return 'was never filled'
    if (!required && !held.has(null)) return 'was never null'
    const missing = this.lists.get(`${this.table}.${name}`)?.filter((value) => !held.has(value))
    if (missing) return missing.length ? `was never ${missing.join(', ')}` : undefined
    if (parent || isShaped(this.table, name)) return undefined
    if (/char|text|jsonb|bytea/.test(type) && !values.some(isOdd)) return 'held no odd value'
    return undefined
  }

  /** Returns every value that a column is tried with, by the number of the row. */
  #tries(column: Column): ((n: number) => string | null)[] {
    const list = this.lists.get(`${this.table}.${column.name}`)?.map(always)
    const hinted = this.#hint.values?.[column.name] ?? NAMED[column.name]
    const typed = this.#typed(column, 0).map((_, index) => (n: number) => this.#typed(column, n)[index] ?? '')
    if (!typed.length) throw new Error(`Say in every-column.ts what is odd for a column of type ${column.type}`)
    const values = column.parent ? [] : typed
    return [...(hinted ?? []), ...(list ?? values), ...(column.required ? [] : [always(null)])]
  }

  #typed = (column: Column, n: number) =>
    (byType[column.type]?.(column, n) ?? []).filter((value) => value !== 'infinity' || !this.#hint.isFinite)

  #value(column: Column): string | null {
    const hinted = this.#hint.values?.[column.name] ?? NAMED[column.name]
    if (hinted?.[0]) return hinted[0](this.#n)
    if (column.parent && column.parent !== this.table) {
      const rows = this.parents.get(column.parent) ?? []
      return rows[this.#n % rows.length]?.[column.parentColumn ?? ''] ?? null
    }
    if (column.name === 'id' && column.type === 'int4') return `${this.#n + 1}`
    const list = this.lists.get(`${this.table}.${column.name}`)
    return list ? (list[this.#n % list.length] ?? null) : (this.#typed(column, this.#n)[0] ?? null)
  }

  #full = (): Row => Object.fromEntries(this.columns.map((column) => [column.name, this.#value(column)]))
  #plain = (): Row =>
    Object.fromEntries(this.columns.map((column) => [column.name, column.required ? this.#value(column) : null]))

  /** Returns the database's error, or null. */
  async #insert(given: Row): Promise<string | null> {
    const row = this.#hint.finish?.(given, this.parents) ?? given
    const names = Object.keys(row)
    const values = names.map((name) => (row[name] == null ? 'NULL' : pg.escapeLiteral(row[name])))
    const statement = `INSERT INTO ${this.table} (${names.map(pg.escapeIdentifier).join(', ')}) VALUES (${values.join(', ')})`
    const { rows } = await this.client.query<{ said: string | null }>('SELECT pg_temp.try_it($1) AS said', [statement])
    const said = rows[0]?.said ?? null
    if (said) return said
    this.#n++
    this.rows.push(row)
    for (const name of names) {
      const held = this.#held.get(name) ?? new Set()
      this.#held.set(name, held.add(row[name] ?? null))
    }
    return null
  }
}
