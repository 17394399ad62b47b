import { checkLog } from '~/models/log/chain.server'
import { isSetByServer, refreshSettings, unreadableParts } from '~/platform/env/saved-settings.server'
import { settingsWarnings } from '~/platform/env/warnings'
import { getEnv } from '~/platform/env.server'
import { checkConnection } from '~/services/stripe/connection-problems.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { formatInstant } from '~/utils/dates'
import { version } from '../../../package.json'
import { findOperations } from './operations.server'
import { type StatusLine, statusOf } from './status'
import { newestBackup } from './watch-backups.server'

interface Status {
  lines: StatusLine[]
  version: { application: string; node: string }
}

/** The number of log entries checked on each view of the page; `npm run audit -- check` reads all of them. */
const LINES_CHECKED = 5_000

/** @param request the one for the page itself, if there is one: it shows whether a proxy stands in front */
export async function findStatus(request?: Request): Promise<Status> {
  await refreshSettings()
  const env = getEnv()
  const { mode, smtpUrl, databaseEmbedded, schoolTimezone, trustProxy, copiesBackups, opensBackups } = env
  const provider = paymentProvider()
  const [operations, log, newest, connection] = await Promise.all([
    findOperations(),
    checkLog(LINES_CHECKED),
    newestBackup(),
    provider?.sandbox ? { problems: [], isReached: true } : checkConnection(env),
  ])
  const sandboxOr = provider?.sandbox ? 'sandbox' : 'real'
  return {
    lines: statusOf(operations, {
      at: operations.at,
      provider: provider ? sandboxOr : 'none',
      connection,
      officeConnects: !isSetByServer('payments'),
      mail: smtpUrl ? 'server' : mode === 'demo' ? 'demo' : 'none',
      isEmbedded: databaseEmbedded,
      warnings: settingsWarnings(env),
      copiesBackups,
      newestBackup: newest,
      opensBackups,
      unreadable: unreadableParts(),
      log,
      hiddenByProxy: trustProxy === false && request?.headers.has('X-Forwarded-For') === true,
      format: (time) => formatInstant(time, schoolTimezone),
    }),
    version: { application: version, node: process.version },
  }
}
