import type { AuditAction } from '~/platform/audit.server'

const SIGN_INS = [
  'account.sign-in',
  'account.sign-in-failed',
  'account.sign-out',
  'account.confirm-again',
] as const satisfies AuditAction[]
const LINKS = ['account.ask-link', 'account.link', 'student.invite'] as const satisfies AuditAction[]
const FILES = ['file.download'] as const satisfies AuditAction[]
const ACCOUNTS = [
  'account.confirm',
  'account.address',
  'account.take-back',
  'account.password',
  'account.second-factor-on',
  'account.second-factor-off',
  'account.second-factor-codes',
  'account.second-factor-recovery',
  'account.second-factor-reset',
  'account.passkey-add',
  'account.passkey-remove',
  'account.lift-limits',
  'admin.add',
  'admin.remove',
  'instructor.invite',
  'instructor.end-sign-in',
  'student.block',
  'student.unblock',
  'student.erase',
] as const satisfies AuditAction[]

/** The filters of the access log. */
export const KINDS = {
  all: { name: 'All', actions: [...SIGN_INS, ...LINKS, ...FILES, ...ACCOUNTS, 'log.forget'] },
  'sign-ins': { name: 'Sign-ins', actions: SIGN_INS },
  links: { name: 'Links', actions: LINKS },
  files: { name: 'Files', actions: FILES },
  accounts: { name: 'Accounts', actions: ACCOUNTS },
} as const satisfies Record<string, { name: string; actions: readonly AuditAction[] }>

export type AccessKind = keyof typeof KINDS

export const isAccessKind = (text: string | null): text is AccessKind => text !== null && Object.hasOwn(KINDS, text)

type Action = (typeof KINDS)['all']['actions'][number]

interface Line {
  action: string
  entityId: string
  detail: Record<string, unknown>
}

const WAYS: Record<string, string> = {
  password: 'with a password',
  link: 'with a mailed link',
  registration: 'by registering',
  sample: 'as a sample student',
}
const TRIED: Record<string, string> = {
  password: 'tried a wrong password',
  registration: 'tried to register again',
  confirmation: 'said a wrong password when asked again',
  code: 'typed a wrong code',
  passkey: 'used a passkey that was refused',
}

/** `whose` is the account it is about, if that is not the one who did it. */
const TEXTS: Record<Action, (line: Line, whose: string | null) => string> = {
  'account.sign-in': ({ detail }) => `signed in ${WAYS[String(detail.way)] ?? ''}`.trim(),
  'account.sign-in-failed': ({ detail }, whose) =>
    `${TRIED[String(detail.way)] ?? 'tried to sign in'} for ${whose ?? 'an address without an account'}`,
  'account.sign-out': () => 'signed out',
  'account.confirm-again': () => 'said their password again',
  'account.ask-link': ({ detail }, whose) =>
    `asked for a ${detail.kind === 'reset' ? 'password link' : 'sign-in link'}${of(whose)}`,
  'account.link': (_, whose) => `printed a sign-in link on the server${of(whose)}`,
  'file.download': ({ entityId }) => `downloaded ${entityId}`,
  'account.confirm': () => 'confirmed their email address',
  'account.address': () => 'changed their email address',
  'account.take-back': () => 'took their email address back',
  'account.password': () => 'set a new password',
  'account.second-factor-on': () => 'set up a second step',
  'account.second-factor-off': () => 'turned off their second step',
  'account.second-factor-codes': () => 'made new recovery codes',
  'account.second-factor-recovery': () => 'used a recovery code',
  'account.second-factor-reset': (_, whose) => `took the second step away on the server${of(whose)}`,
  'account.passkey-add': ({ detail }) => `added a passkey${named(detail)}`,
  'account.passkey-remove': ({ detail }) => `removed a passkey${named(detail)}`,
  'account.lift-limits': (_, whose) => `let an account try again at once${of(whose)}`,
  'admin.add': (_, whose) => `made an administrator${of(whose)}`,
  'admin.remove': (_, whose) => `removed an administrator${of(whose)}`,
  'instructor.invite': (_, whose) => `gave an instructor a sign-in${of(whose)}`,
  'instructor.end-sign-in': (_, whose) => `ended an instructor’s sign-in${of(whose)}`,
  'student.invite': (_, whose) => `invited a family to sign in${of(whose)}`,
  'student.block': (_, whose) => `blocked an account${of(whose)}`,
  'student.unblock': (_, whose) => `unblocked an account${of(whose)}`,
  'student.erase': (_, whose) => `erased a family${of(whose)}`,
  'log.forget': ({ entityId, detail }) =>
    `forgot ${String(detail.lines)} lines of the log: ${entityId === 'erase' ? 'a family was erased' : 'they were old enough'}`,
}

const of = (whose: string | null) => (whose ? `: ${whose}` : '')
// An erased person has no name.
const named = ({ name }: Line['detail']) => (name ? `: ${String(name)}` : '')

export const describeAccess = (line: Line, whose: string | null): string =>
  TEXTS[line.action as Action]?.(line, whose) ?? line.action
