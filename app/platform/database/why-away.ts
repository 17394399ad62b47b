type Reason = (url: URL) => string

const SILENT: Reason = () => 'does not answer. Is it running, and do host and port fit?'
const UNKNOWN: Reason = () => 'has a name that nobody knows.'
const NOT_TRUSTED: Reason = () =>
  'has a certificate that is not trusted here. A private one needs sslrootcert=FILE in the address.'

const BY_CODE: Record<string, Reason> = {
  ECONNREFUSED: SILENT,
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: SILENT,
  ENETUNREACH: SILENT,
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: () => 'has the certificate of another name.',
  CERT_HAS_EXPIRED: () => 'has a certificate that has ended.',
  '28P01': ({ username }) => `refused the password of the user ${username}.`,
  '28000': ({ username }) => `lets no user ${username} in.`,
  '3D000': ({ pathname }) => `has no database ${pathname.slice(1)}.`,
  '42501': ({ username, pathname }) =>
    `lets the user ${username} make no tables in ${pathname.slice(1)}, which has to belong to it.`,
  '53300': () => 'has no connection left.',
  '57P03': () => 'is starting or stopping. Try again in a moment.',
}

/** Reasons for errors of the driver itself, which have no code, by their message. */
const BY_WORDS: [RegExp, Reason][] = [
  [/timeout expired/, SILENT],
  [/does not support SSL/, () => 'offers no encryption, and sslmode asks for it.'],
  [/password must be a/, ({ username }) => `asks for a password of the user ${username}, which is missing.`],
]

/** Returns what an operator can fix if the database cannot be reached, without its password; undefined for any other error. */
export function whyAway(error: unknown, databaseUrl: string): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const url = new URL(databaseUrl)
  const reason = BY_CODE[code ?? ''] ?? BY_WORDS.find(([words]) => words.test(message))?.[1]
  return reason && `PostgreSQL at ${url.host} ${reason(url)} Look at DATABASE_URL.`
}
