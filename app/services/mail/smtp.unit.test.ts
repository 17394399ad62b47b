import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpServer } from './smtp'

test.each([
  ['smtp://user:word@mail.example:587', true],
  ['smtps://user:word@mail.example:465', true],
  ['smtp://10.0.0.5', true],
  ['smtp://mail.example:25?insecure', false],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:1025', false],
])('%s requires encryption: %s', (url, requireTLS) => {
  expect(smtpServer(url)).toEqual({ url, requireTLS })
})

test('A server that lacks required encryption never gets the password', async () => {
  let signedIn = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth(_, __, done) {
      signedIn = true
      done(null, { user: 'user' })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const url = `smtp://user:word@127.0.0.1:${port}`
  const transport = createTransport({ ...smtpServer(url), requireTLS: smtpServer('smtp://mail.example').requireTLS })
  await expect(transport.verify()).rejects.toThrow(/STARTTLS/)
  expect(signedIn).toBe(false)
  await new Promise<void>((resolve) => server.close(resolve))
})
