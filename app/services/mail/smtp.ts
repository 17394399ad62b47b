/**
 * What nodemailer is told of the mail server. Without encryption the password and links that sign in would cross the network for everyone to
 * read, so a server on another machine has to offer it, unless its address says `?insecure`.
 */
export function smtpServer(url: string): { url: string; requireTLS: boolean } {
  const { hostname, searchParams } = new URL(url)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return { url, requireTLS: !isHere && !searchParams.has('insecure') }
}
