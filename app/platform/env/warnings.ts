import { dayInZone } from '~/utils/dates'
import type { Env } from '../env.server'

/** A setting that a school can run with but should not, shown at the start, by `npm run doctor`, and on the office's status page. */
export interface SettingsWarning {
  says: string
  /** What to do. */
  next: string
}

interface Machine {
  /** The version of Node, such as 24.1.0. */
  node: string
  /** Whether the program runs in a container, where the address it listens on is the container's. */
  isContainer: boolean
}

/** The oldest version of Node that still gets fixes. */
const OLDEST_NODE = 22
const LOCAL = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

const thisMachine = (): Machine => ({
  node: process.versions.node,
  isContainer: process.env.container !== undefined,
})

export function settingsWarnings(env: Env, { node, isContainer } = thisMachine()): SettingsWarning[] {
  if (env.mode !== 'production') return []
  const { protocol, hostname } = new URL(env.appUrl)
  const all: [boolean, SettingsWarning][] = [
    [env.stripe?.apiUrl !== undefined, NOT_PAID],
    [Number.parseInt(node, 10) < OLDEST_NODE, { says: `Node ${node} no longer gets fixes.`, next: 'Install Node 24.' }],
    [env.securityTxt !== undefined && env.securityTxt.expires < dayInZone(env.schoolTimezone), OUT_OF_DATE],
    [protocol === 'http:' && !LOCAL.test(hostname), NOT_HTTPS],
    [env.trustProxy !== false && !LOCAL.test(env.host) && !isContainer, NOT_BEHIND],
  ]
  return all.flatMap(([holds, warning]) => (holds ? [warning] : []))
}

const NOT_PAID: SettingsWarning = {
  says: 'STRIPE_API_URL sends payments to a provider of tests: no money is taken.',
  next: 'Leave STRIPE_API_URL out, and set the keys of your account.',
}

const OUT_OF_DATE: SettingsWarning = {
  says: 'The day of SECURITY_EXPIRES is over: security.txt is not shown.',
  next: 'See that SECURITY_CONTACT is right, and set SECURITY_EXPIRES to a day within a year.',
}

const NOT_HTTPS: SettingsWarning = {
  says: 'APP_URL begins with http://: passwords cross the network for everyone to read.',
  next: 'Put a proxy with a certificate in front, as deploy/Caddyfile does, and set APP_URL and TRUST_PROXY.',
}

const NOT_BEHIND: SettingsWarning = {
  says: 'HOST lets others reach the server beside its proxy, and write any address into the headers that TRUST_PROXY believes.',
  next: 'Leave HOST out, which is 127.0.0.1 then, if the proxy is on the same machine; else let a firewall admit the proxy alone.',
}
