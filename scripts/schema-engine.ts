import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import type { Migration } from '../app/platform/migrate.server'

type EngineModule = typeof import('@prisma/schema-engine-wasm') & { __wbg_set_wasm(exports: WebAssembly.Exports): void }
type Adapter = Awaited<ReturnType<PrismaPg['connect']>>

/** No table or enum of the schema is managed externally. */
export const noFilters = { externalTables: [], externalEnums: [] }

/** Converts migrations to the engine's format. */
export function toMigrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: path.resolve('prisma/migrations'),
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

/**
 * adapter-pg splits a script at every ";", which breaks function bodies and literals. Sent as one simple query the
 * script is also one implicit transaction: a migration that fails leaves nothing behind.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly opened: Adapter[] = []
  readonly #shadowUrl: string | undefined

  constructor(url: string, shadowUrl?: string) {
    super(poolConfig(url))
    this.#shadowUrl = shadowUrl
  }

  override async connect() {
    return this.#track(await super.connect())
  }

  override async connectToShadowDb() {
    if (!this.#shadowUrl) throw new Error('No scratch database was given')
    return this.#track(await new PrismaPg(poolConfig(this.#shadowUrl)).connect())
  }

  #track(adapter: Adapter) {
    const dispose = adapter.dispose.bind(adapter)
    let disposed: Promise<void> | undefined
    adapter.dispose = () => {
      disposed ??= dispose()
      return disposed
    }
    readCharColumns(adapter)
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] })
    }
    this.opened.push(adapter)
    return adapter
  }
}

/**
 * Reads "char" columns of the catalog as arrays: the engine needs them to describe a database, and adapter-pg refuses
 * them but supports their arrays, which no catalog query returns otherwise.
 */
function readCharColumns(adapter: Adapter) {
  const pool = adapter.underlyingDriver()
  const query: (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult> = pool.query.bind(pool)
  const queryRaw = adapter.queryRaw.bind(adapter)
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig) {
      const result = await query(config)
      for (const field of result.fields ?? []) {
        if (field.dataTypeID === pg.types.builtins.CHAR) field.dataTypeID = charArrayOid
      }
      return result
    },
  })
  adapter.queryRaw = async (sql) => {
    const result = await queryRaw(sql)
    const { Character, CharacterArray } = ColumnTypeEnum
    return { ...result, columnTypes: result.columnTypes.map((type) => (type === CharacterArray ? Character : type)) }
  }
}

const charArrayOid = 1002

/** Returns a pool of one connection: the engine's advisory lock belongs to the session that took it. */
const poolConfig = (url: string) => ({ connectionString: url, max: 1, options: '-c TimeZone=UTC' })

let loading: Promise<EngineModule> | undefined

/** Loads the engine once per process, because the glue module stores its instance in a module variable. */
function loadEngine(): Promise<EngineModule> {
  loading ??= (async () => {
    const main = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
    const wasm = await readFile(main.replace(/schema_engine\.js$/, 'schema_engine_bg.wasm'))
    const glue = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as EngineModule
    const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': { ...glue } })
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message(message: string) {
          throw new Error(`Schema engine: ${message}`)
        },
      },
    })
    glue.__wbg_set_wasm(instance.exports)
    const start = instance.exports.__wbindgen_start as () => void
    start()
    return glue
  })()
  return loading
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `work` with Prisma's schema engine on the database at `url`; `shadowUrl` is an empty scratch database for diffs.
 * Calls in one process run one after another, because the engine's glue holds one instance.
 */
export function withSchemaEngine<T>(
  { url, shadowUrl, schema = '' }: { url: string; shadowUrl?: string; schema?: string },
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const run = async () => {
    const { SchemaEngine } = await loadEngine()
    const factory = new MigrationAdapterFactory(url, shadowUrl)
    const datamodel = schema || 'datasource db {\n  provider = "postgresql"\n}\n'
    const engine = await SchemaEngine.new(
      { datamodels: [['schema.prisma', datamodel]] },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    )
    try {
      return await work(engine)
    } finally {
      engine.free()
      // The engine closes some of its adapters, not all.
      for (const adapter of factory.opened) await adapter.dispose()
    }
  }
  const result = last.then(run)
  last = result.catch(() => undefined)
  return result
}
