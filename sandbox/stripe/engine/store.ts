import { randomBytes } from 'node:crypto'
import defaults from '../defaults.json'
import type { ObjectName, Objects } from '../types'
import { noSuch } from './errors'
import { type Change, Journal } from './journal'
import { ID_PREFIX, type TableName, type Tables } from './tables'

type Row = { id: string }
type Draft<Name extends ObjectName> = Partial<Objects[Name]>

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits that nobody can guess. */
export function randomText(length = 24): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/**
 * All state, as immutable rows in tables. A row changes only by being replaced, so events may keep a reference to what an object
 * was. Changes happen inside `transaction` and reach the journal together, or not at all.
 */
export class Store {
  private readonly tables = new Map<TableName, Map<string, Row>>()
  private readonly journal: Journal | undefined
  private undo: [TableName, string, Row | undefined][] | undefined

  constructor(stateFile?: string) {
    if (!stateFile) return
    this.journal = new Journal(stateFile)
    for (const change of this.journal.read()) this.apply(change)
    this.journal.rewrite(this.everything())
  }

  /** Runs `work`; an error rolls back every change it made. Inside a transaction it joins that one. */
  transaction<Result>(work: () => Result): Result {
    if (this.undo) return work()
    this.undo = []
    try {
      const result = work()
      this.journal?.append(this.changes())
      return result
    } catch (error) {
      this.takeBackTo(0)
      throw error
    } finally {
      this.undo = undefined
    }
  }

  /** Runs `work` inside a transaction, returns its result, and rolls its changes back. For previews. */
  dryRun<Result>(work: () => Result): Result {
    return this.transaction(() => {
      const mark = this.undo?.length ?? 0
      try {
        return work()
      } finally {
        this.takeBackTo(mark)
      }
    })
  }

  /** Makes an object with the type's default fields, a new id and, where the type has one, its creation time. */
  create<Name extends ObjectName>(name: Name, created: number, draft: Draft<Name>): Objects[Name] {
    const fields: Record<string, unknown> = structuredClone(defaults.objects[name])
    if ('created' in fields) fields.created = created
    const row = { ...fields, id: `${ID_PREFIX[name]}_${randomText()}`, ...draft } as unknown as Objects[Name]
    this.set(name, row as Row)
    return row
  }

  /** Adds or replaces a row that is no API object. */
  put<Name extends TableName>(table: Name, row: Tables[Name]): void {
    this.set(table, row as Row)
  }

  find<Name extends TableName>(table: Name, id: string | null | undefined): Tables[Name] | undefined {
    return id == null ? undefined : (this.table(table).get(id) as Tables[Name] | undefined)
  }

  /** @throws ApiError 404 resource_missing, naming `param`. */
  get<Name extends TableName>(table: Name, id: string, param?: string): Tables[Name] {
    const row = this.find(table, id)
    if (!row) throw noSuch(table, id, param)
    return row
  }

  /** Rows in the order they were made. */
  all<Name extends TableName>(table: Name): Tables[Name][] {
    return [...this.table(table).values()] as unknown as Tables[Name][]
  }

  /** Replaces fields of a row and returns the new row. */
  update<Name extends TableName>(table: Name, id: string, patch: Partial<Tables[Name]>): Tables[Name] {
    const row = { ...this.get(table, id), ...patch } as Tables[Name]
    this.set(table, row as Row)
    return row
  }

  remove(table: TableName, id: string): void {
    const rows = this.table(table)
    this.undo?.push([table, id, rows.get(id)])
    rows.delete(id)
  }

  /** Returns a function that restores every row to its present state. */
  remember(): () => void {
    const kept = [...this.everything()]
    return () =>
      this.transaction(() => {
        this.clear()
        for (const [table, , row] of kept) if (row) this.set(table, row)
      })
  }

  /** Removes every row. */
  clear(): void {
    this.transaction(() => {
      for (const [table, rows] of this.tables) for (const id of [...rows.keys()]) this.remove(table, id)
    })
  }

  close(): void {
    this.journal?.close()
  }

  private table(name: TableName): Map<string, Row> {
    const existing = this.tables.get(name)
    if (existing) return existing
    const rows = new Map<string, Row>()
    this.tables.set(name, rows)
    return rows
  }

  private set(table: TableName, row: Row): void {
    const rows = this.table(table)
    this.undo?.push([table, row.id, rows.get(row.id)])
    rows.set(row.id, row)
  }

  private takeBackTo(mark: number): void {
    for (const [table, id, before] of this.undo?.splice(mark).reverse() ?? []) {
      if (before) this.table(table).set(id, before)
      else this.table(table).delete(id)
    }
  }

  private changes(): Change[] {
    const touched = new Map(this.undo?.map(([table, id]) => [`${table} ${id}`, { table, id }]))
    return [...touched.values()].map(({ table, id }) => [table, id, this.table(table).get(id) ?? null])
  }

  private apply([table, id, row]: Change): void {
    if (row) this.table(table).set(id, row)
    else this.table(table).delete(id)
  }

  private *everything(): Generator<Change> {
    for (const [table, rows] of this.tables) for (const row of rows.values()) yield [table, row.id, row]
  }
}
