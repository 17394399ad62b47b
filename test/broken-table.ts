import { prisma } from '~/platform/db.server'

/** Runs `work` while every write to a table fails with an unexpected error. */
export async function whileBroken<T>(table: string, work: () => Promise<T>): Promise<T> {
  await prisma.$executeRawUnsafe(
    `CREATE FUNCTION break_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk on fire'; END $$`,
  )
  await prisma.$executeRawUnsafe(
    `CREATE TRIGGER broken BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION break_write()`,
  )
  try {
    return await work()
  } finally {
    await prisma.$executeRawUnsafe('DROP FUNCTION break_write CASCADE')
  }
}
