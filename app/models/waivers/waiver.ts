import { t } from '#text'
import { ageOn } from '~/models/people/accounts/age'
import type { LocalDate } from '~/utils/dates'

/** What families are asked to sign. */
export interface Waiver {
  id: number
  number: number
  title: string
  text: string
}

export const SIGNER_ROLES = ['adult', 'guardian'] as const
export type SignerRole = (typeof SIGNER_ROLES)[number]

const OF_AGE = 18

/** A rider, by what is known of age and family. */
interface SignedFor {
  /** Whether the rider is the account that signs. */
  isSelf: boolean
  /** `YYYY-MM-DD` */
  birthDate: LocalDate | null
  parentName: string | null
}

/**
 * Returns the roles in which an account may sign for a rider: a birth date decides; without one a parent's name does;
 * without both, the signer chooses.
 */
export function rolesFor({ isSelf, birthDate, parentName }: SignedFor, today: LocalDate): readonly SignerRole[] {
  if (!isSelf) return ['guardian']
  const age = ageOn(birthDate, today)
  if (age !== null) return age >= OF_AGE ? ['adult'] : ['guardian']
  return parentName?.trim() ? ['guardian'] : SIGNER_ROLES
}

/** The text of each role, without a name, so that it stays once names are erased. */
export const SIGNS_AS: Record<SignerRole, string> = {
  adult: 'I sign for myself and am 18 or older.',
  guardian: 'I sign for this rider as a parent or legal guardian.',
}
export const AGREE = 'I have read this and agree to it.'

/** Returns the sentence stored with each signature: the one that was checked, and the statement about the role. */
export const agreedTo = (role: SignerRole): string => `${AGREE} ${SIGNS_AS[role]}`

const ROLE_LABELS: Record<SignerRole, string> = {
  adult: 'The rider, 18 or older',
  guardian: 'Parent or legal guardian',
}

/** Returns the role as copies show it; null for a signature without one. */
export function roleLabel(role: string | null): string | null {
  const known = SIGNER_ROLES.find((one) => one === role)
  return known ? ROLE_LABELS[known] : null
}

/** Writings that leave no space between the parts of a name. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Whether a typed name says more than a first name, which could be anyone's: it has two words, is in a writing without spaces, or is
 * all of the signer's name in the account, as of someone who has one name.
 */
export function isFullName(typed: string, signer: { firstName: string | null; lastName: string | null }): boolean {
  if (/\p{L}\S* \S*\p{L}/u.test(typed) || UNSPACED.test(typed)) return true
  const words = `${signer.firstName ?? ''} ${signer.lastName ?? ''}`.toLocaleLowerCase().match(/\S*\p{L}\S*/gu)
  return words?.every((word) => word === typed.toLocaleLowerCase()) ?? false
}

/** A part of the text: `# Heading` is a line of its own, an empty line ends a paragraph. */
interface TextBlock {
  kind: 'heading' | 'paragraph'
  text: string
}

const HEADING = /^#+\s*(?=\S)/

export function textBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length) blocks.push({ kind: 'paragraph', text: lines.join('\n') })
    lines = []
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line && !HEADING.test(line)) {
      lines.push(line)
      continue
    }
    endParagraph()
    if (line) blocks.push({ kind: 'heading', text: line.replace(HEADING, '') })
  }
  endParagraph()
  return blocks
}

/** Returns `Mia`, `Mia and Leo`, or `Mia, Leo and Ada`, in the reader's language. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : t('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
