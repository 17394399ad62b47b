// Compiles everything that Node runs outside Remix's own build: the server, the database worker and the database
// scripts.
import { build } from 'esbuild'

const parts = [
  'server/index.ts',
  'server/dev.ts',
  'server/embedded-postgres/worker.ts',
  'scripts/migrate.ts',
  'scripts/admin.ts',
  'scripts/link.ts',
  'scripts/audit.ts',
  'scripts/second-factor.ts',
  'scripts/make-template.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/move.ts',
  'scripts/doctor.ts',
]

/** Writes build/node/, in the same folders as the sources. Takes about 50 ms. */
export async function bundle(entryPoints = parts) {
  await build({
    entryPoints,
    outdir: 'build/node',
    outbase: '.',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: { '~': './app' },
    sourcemap: true,
    logLevel: 'warning',
  })
}

if (process.argv[1] === import.meta.filename) await bundle()
