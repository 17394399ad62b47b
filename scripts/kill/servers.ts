import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuiltServer, startBuiltServer } from '../../test/harness/built-server'
import type { Provider } from '../../test/harness/provider'
import { productionSettings } from '../../test/harness/sample-school'
import { freePort } from '../free-port.mjs'
import { LogFaults } from './log-faults'

const PRELOAD = pathToFileURL(path.resolve('scripts/kill/preload.mjs')).href

interface Options {
  count: number
  provider: Provider
  smtpUrl: string
  /** The settings, which name the database. */
  settings: Record<string, string | undefined>
  clockFile: string
  /** What the servers load first; the clock of this folder if it is left out. */
  preload?: string
}

/** Servers on one database, which keep their addresses however often they are killed. */
export class Servers {
  readonly urls: string[] = []
  readonly faults = new LogFaults()
  /** The milliseconds that each start after a kill took. */
  readonly startTimes: number[] = []
  kills = 0
  readonly #running: (BuiltServer | undefined)[] = []
  readonly #children: (ChildProcess | undefined)[] = []
  readonly #options: Options

  private constructor(options: Options) {
    this.#options = options
  }

  static async start(options: Options): Promise<Servers> {
    const servers = new Servers(options)
    for (let n = 0; n < options.count; n++) servers.urls.push(`http://127.0.0.1:${await freePort()}`)
    await Promise.all(servers.urls.map((_, index) => servers.#start(index)))
    options.provider.hooks.splice(0, Infinity, ...servers.urls)
    return servers
  }

  async #start(index: number): Promise<void> {
    const { provider, smtpUrl, settings, clockFile, preload = PRELOAD } = this.#options
    this.#running[index] = await startBuiltServer({
      port: Number(new URL(this.urls[index]!).port),
      settings: {
        ...productionSettings(provider, smtpUrl),
        NODE_OPTIONS: `--import=${preload}`,
        STIRRUP_KILL_CLOCK: clockFile,
        ...settings,
      },
      onLine: (line) => this.faults.read(line),
      onSpawn: (child) => {
        this.#children[index] = child
      },
    })
  }

  /** Kills one server without warning, like a power cut. */
  async kill(index: number): Promise<void> {
    const child = this.#children[index]
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    this.kills++
    child.kill('SIGKILL')
    await this.#running[index]?.ended
  }

  /** Asks one server to stop, and waits until it has. */
  halt(index: number): Promise<void> {
    return this.#running[index]?.stop() ?? Promise.resolve()
  }

  /** Starts one that was killed; with `killAfter`, kills it this many milliseconds into the start, and starts it again. */
  async restart(index: number, killAfter?: number): Promise<void> {
    if (killAfter !== undefined) {
      const started = this.#start(index).catch(() => undefined)
      await Promise.race([started, new Promise((resolve) => setTimeout(resolve, killAfter))])
      const child = this.#children[index]
      this.kills++
      child?.kill('SIGKILL')
      await started
      await this.#running[index]?.ended
    }
    const begun = performance.now()
    await this.#start(index).catch((error) => {
      for (const [what] of this.faults.list.slice(0, 5)) console.log(`  ${what}`)
      throw error
    })
    this.startTimes.push(performance.now() - begun)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((server) => server?.stop()))
  }
}
