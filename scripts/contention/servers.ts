import { startBuiltServer } from '../built-server'

/** Starts several built servers on one database at once. */
export async function startServers(
  count: number,
  settings: Record<string, string>,
): Promise<{ urls: string[]; stop(): Promise<void> }> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startBuiltServer({ settings })))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { urls: servers.map(({ url }) => url), stop }
}
