import { describe, expect, test } from 'vitest'
import { readMigrations } from '~/platform/migrate.server'
import { dangersOf } from './beside-the-old'

/** Earlier migrations are from before any school had the application. */
const SINCE = '20261124'

describe('Migrations run while the previous version is serving', () => {
  test('Every migration leaves the previous version running, or says why it is safe', async () => {
    const later = (await readMigrations()).filter(({ name }) => name > SINCE)
    expect(later.flatMap(({ name, sql }) => dangersOf(sql).map((danger) => `${name}: ${danger}`))).toEqual([])
  })

  test.each([
    'DROP TABLE horses',
    'ALTER TABLE "horses" DROP COLUMN "name"',
    'ALTER TABLE horses RENAME COLUMN name TO title',
    'ALTER TABLE horses RENAME TO ponies',
    'ALTER TABLE "horses" ALTER COLUMN "height" SET DATA TYPE BIGINT',
    'ALTER TABLE horses ALTER height TYPE bigint',
    "ALTER TYPE color ADD VALUE 'bay'",
    'ALTER TABLE horses ALTER COLUMN name SET NOT NULL',
    'ALTER TABLE "horses" ADD COLUMN "color" TEXT NOT NULL',
    'ALTER TABLE horses ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b int NOT NULL',
    'ALTER TABLE horses ADD COLUMN id BIGSERIAL',
    'ALTER TABLE horses ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid()',
    'ALTER TABLE horses ADD CONSTRAINT horses_height CHECK (height > 0)',
    'ALTER TABLE "horses" ADD CONSTRAINT "horses_owner" FOREIGN KEY ("owner_id") REFERENCES "users"("id")',
    'ALTER TABLE horses ADD CONSTRAINT horses_once UNIQUE (name)',
    'CREATE INDEX "horses_name_idx" ON "horses"("name")',
    'CREATE UNIQUE INDEX horses_name ON horses (lower(name))',
    'ALTER TABLE horses ADD CONSTRAINT a CHECK (height > 0) NOT VALID; ALTER TABLE horses VALIDATE CONSTRAINT a',
    'UPDATE lessons SET duration = 60',
    'TRUNCATE horses',
    'LOCK TABLE horses',
  ])('%s is refused', (sql) => {
    expect(dangersOf(`-- A comment is no reason.\n${sql};`)).toHaveLength(1)
    expect(dangersOf(`-- Beside the old version: \n${sql};`)).toHaveLength(1)
    expect(dangersOf(`-- Beside the old version: it has twenty rows, and no version has read it.\n${sql};`)).toEqual([])
  })

  test.each([
    'CREATE TABLE "horses" ("id" SERIAL NOT NULL, "name" TEXT NOT NULL); CREATE INDEX "a" ON "horses"("name"); ALTER TABLE "horses" ADD CONSTRAINT "b" FOREIGN KEY ("x") REFERENCES "users"("id")',
    'ALTER TABLE horses ADD COLUMN color text',
    'ALTER TABLE "job_runs" ADD COLUMN "failed_at" TIMESTAMPTZ(3), ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE horses ADD COLUMN made_at timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE horses ADD COLUMN height int DEFAULT 0 NOT NULL',
    'ALTER TABLE horses ADD CONSTRAINT horses_height CHECK (height > 0) NOT VALID',
    'ALTER TABLE horses VALIDATE CONSTRAINT horses_height',
    "INSERT INTO horses (name) VALUES ('DROP TABLE; UPDATE')",
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE horses SET name = 1; RETURN NULL; END $$',
  ])('%s may run', (sql) => expect(dangersOf(sql)).toEqual([]))
})
