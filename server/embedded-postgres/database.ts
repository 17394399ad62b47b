import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/** The part of Emscripten's module used here: the table of file operations of mounted folders. */
interface Emscripten {
  FS: { filesystems: { NODEFS: { stream_ops: { fsync?(stream: { nfd: number }): number } } } }
}

/** A folder file system whose fsync reaches the disk: Emscripten's own acknowledges it without doing it. */
class DurableFolder extends NodeFS {
  override async init(...args: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...args)
    const install = (module: unknown) => {
      const { stream_ops } = (module as Emscripten).FS.filesystems.NODEFS
      stream_ops.fsync = ({ nfd }) => {
        fdatasyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] } }
  }
}

/** Start parameters with fsync on: PGlite turns it off, and its fdatasync, the default for the write-ahead log, does nothing. */
const durable = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/**
 * Opens a PGlite database with the extensions that the migrations use: in `folder`, or in memory without one. With
 * `fsync` (the default) an acknowledged commit is on the disk. No other process may have the folder open.
 */
export function openDatabase({ folder, fsync = true }: { folder?: string; fsync?: boolean }): Promise<PGlite> {
  return PGlite.create({
    fs: folder ? new DurableFolder(folder) : undefined,
    startParams: fsync && folder ? durable : PGlite.defaultStartParams,
    extensions: { btree_gist },
    postgresqlconf: ['shared_buffers=8MB'],
  })
}
