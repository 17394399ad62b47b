import { defineConfig } from 'prisma/config'

// `prisma generate` looks for the schema engine's binary before it starts, though it never runs it.
// Any executable that exists keeps it off the network.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgres://localhost/unused' },
})
