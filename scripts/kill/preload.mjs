// Loaded by the servers under test before anything else: the clock is ahead by as many milliseconds as the file STIRRUP_KILL_CLOCK says.
import fs from 'node:fs'

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
