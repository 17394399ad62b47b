import type { MailData } from './server-settings.schema'

/** A mail server's address as a form shows it, without the password. */
interface ShownMail {
  server: string
  port: string
  user: string
  hasPassword: boolean
}

const TLS_PORT = 465

/** Returns the address as in `SMTP_URL`. Every port but 465 begins without encryption and switches to it. */
export function mailAddress(
  { server, port, user }: Pick<MailData, 'server' | 'port' | 'user'>,
  password: string | null,
): string {
  const name = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  return `${port === TLS_PORT ? 'smtps' : 'smtp'}://${name}${server.toLowerCase()}:${port}`
}

export function readMailAddress(address: string): ShownMail & { password: string } {
  const { protocol, hostname, port, username, password } = new URL(address)
  return {
    server: hostname,
    port: port || (protocol === 'smtps:' ? String(TLS_PORT) : '587'),
    user: decodeURIComponent(username),
    hasPassword: password !== '',
    password: decodeURIComponent(password),
  }
}
