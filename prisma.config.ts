import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// `prisma generate` looks for the schema engine's binary before it starts, though it never runs it: an executable that exists keeps it
// off the network. `prisma migrate` runs it, and says what it prints: the commands that stand in its place.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('scripts/prisma-commands.mjs', import.meta.url))

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgres://localhost/unused' },
})
