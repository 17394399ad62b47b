import { t } from '#text'
import { Refused } from './refused'

/** `away`: it could not be reached. `lost`: the connection broke midway. `full`: it can be read but not written. */
type Kind = 'away' | 'lost' | 'full'

const messages = (): Record<Kind, string> => ({
  away: t('The school’s books cannot be reached right now. Nothing you sent was saved. Please try again in a moment.'),
  lost: t('The school’s books went away in the middle. Please look whether it was saved before you try again.'),
  full: t(
    'The school’s books can only be read right now. Nothing you sent was saved. Please tell the office and try again later.',
  ),
})
/** The message for people who only read, so nothing of theirs is lost. */
export const awayForReaders = () => t('The school’s books cannot be reached right now. Please try again in a moment.')
/** How long to wait before trying again, in seconds. A full disk is cleared by a person. */
const RETRY_AFTER: Record<Kind, number> = { away: 5, lost: 5, full: 60 }

/** The database could not answer, which is nobody's mistake and passes: 503, with the seconds to wait. */
export class Unavailable extends Refused {
  readonly retryAfter: number
  constructor(
    readonly kind: Kind,
    /** The database's own message, for the log. */
    readonly reason: string,
  ) {
    super('unavailable', messages()[kind])
    this.retryAfter = RETRY_AFTER[kind]
  }
}

/** By the driver adapter's kinds, and the codes of PostgreSQL and of sockets. */
const KINDS: Record<string, Kind> = {
  DatabaseNotReachable: 'away',
  TooManyConnections: 'away',
  ConnectionClosed: 'lost',
  SocketTimeout: 'lost',
  // No transaction could be started in time.
  P2028: 'away',
  '53300': 'away',
  // A statement that took too long: it and its transaction are rolled back.
  '57014': 'away',
  '57P03': 'away',
  '57P01': 'lost',
  '57P02': 'lost',
  '08000': 'lost',
  '08003': 'lost',
  '08006': 'lost',
  '53100': 'full',
  // After a failover the old primary accepts no writes.
  '25006': 'full',
  ENOENT: 'away',
  ECONNREFUSED: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  EAI_AGAIN: 'away',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
}

/** By the message, for errors that the driver throws without a code. */
const SAID: [RegExp, Kind][] = [
  [/^timeout exceeded when trying to connect|^Connection terminated due to connection timeout/, 'away'],
  [/^Connection terminated|^Client has encountered a connection error/, 'lost'],
]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const kindOf = (name: unknown) => (typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined)

function recognize(error: Error): Kind | undefined {
  const { code, meta, syscall, cause } = error as Error & Record<string, unknown>
  // The error of a query is wrapped; that of a transaction that begins or commits is not.
  const wrapped = isRecord(meta) && isRecord(meta.driverAdapterError) ? meta.driverAdapterError.cause : undefined
  const driver = error.name === 'DriverAdapterError' ? cause : wrapped
  if (isRecord(driver)) return kindOf(driver.originalCode) ?? kindOf(driver.kind)
  // A missing file has such a code too.
  if (syscall !== undefined && syscall !== 'connect' && syscall !== 'read' && syscall !== 'write') return undefined
  return kindOf(code) ?? SAID.find(([words]) => words.test(error.message))?.[1]
}

/** Returns the refusal for a database that is away or full, or has no free connection; null for any other error. */
export function unavailable(error: unknown): Unavailable | null {
  if (error instanceof Unavailable) return error
  const kind = error instanceof Error ? recognize(error) : undefined
  return kind && error instanceof Error ? new Unavailable(kind, error.message.trim().slice(-200)) : null
}
