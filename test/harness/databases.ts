import pg from 'pg'

/** Returns the address of another database on the same server. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs `work` on a connection of its own. */
export async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export interface NewDatabase {
  url: string
  /** Removes it, and ends the connections that are left. */
  drop(): Promise<unknown>
}

/** Creates a database on a server, empty or as a copy of `template`. */
export async function createDatabase(server: string, name: string, template?: string): Promise<NewDatabase> {
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`))
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}
