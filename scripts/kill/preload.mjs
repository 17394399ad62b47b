// Loaded by the servers under test before anything else: the provider's calls go to STIRRUP_KILL_PROVIDER, a port, and the clock is ahead
// by as many milliseconds as the file STIRRUP_KILL_CLOCK says.
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

const port = Number(process.env.STIRRUP_KILL_PROVIDER)
const { request } = https
https.request = (options, ...rest) => {
  if (options?.host !== 'api.stripe.com') return request(options, ...rest)
  const sent = http.request({ ...options, protocol: 'http:', host: '127.0.0.1', port, agent: undefined }, ...rest)
  // The SDK waits for a connection that is encrypted.
  sent.once('socket', (socket) => socket.once('connect', () => socket.emit('secureConnect')))
  return sent
}
syncBuiltinESMExports()

const clock = process.env.STIRRUP_KILL_CLOCK
if (clock) {
  const RealDate = Date
  let ahead = 0
  const read = () => {
    if (fs.existsSync(clock)) ahead = Number(fs.readFileSync(clock, 'utf8')) || 0
  }
  read()
  setInterval(read, 100).unref()
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + ahead)
      else super(...given)
    }
    static now() {
      return RealDate.now() + ahead
    }
  }
}
