/**
 * Returns nodemailer's settings for the mail server. Without encryption the password and sign-in links would cross the
 * network in clear text, so a server on another machine has to offer it, unless its address has `?insecure`.
 */
export function smtpServer(url: string): { url: string; requireTLS: boolean } {
  const { hostname, searchParams } = new URL(url)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return { url, requireTLS: !isHere && !searchParams.has('insecure') }
}
