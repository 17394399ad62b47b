const REASONS: Record<string, (url: URL) => string> = {
  ECONNREFUSED: () => 'does not answer. Is it running, and do host and port fit?',
  ETIMEDOUT: () => 'does not answer. Is it running, and do host and port fit?',
  EHOSTUNREACH: () => 'does not answer. Is it running, and do host and port fit?',
  ENOTFOUND: () => 'has a name that nobody knows.',
  EAI_AGAIN: () => 'has a name that nobody knows.',
  '28P01': ({ username }) => `refused the password of the user ${username}.`,
  '28000': ({ username }) => `lets no user ${username} in.`,
  '3D000': ({ pathname }) => `has no database ${pathname.slice(1)}.`,
  '53300': () => 'has no connection left.',
}

/** What an operator can mend of a database that cannot be reached, without its password; undefined for any other error. */
export function whyAway(error: unknown, databaseUrl: string): string | undefined {
  const { code } = error as NodeJS.ErrnoException
  const url = new URL(databaseUrl)
  const reason = REASONS[code ?? '']?.(url)
  return reason && `PostgreSQL at ${url.host} ${reason} Look at DATABASE_URL.`
}
