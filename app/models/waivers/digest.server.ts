import { createHash } from 'node:crypto'

/** Everything that a signature states, with the signed text. */
export interface SignedFacts {
  number: number
  title: string
  text: string
  riderId: string
  riderName: string
  kind: string
  signerId: string | null
  typedName: string
  drawing: string | null
  signedAt: Date
  ip: string | null
  userAgent: string | null
  /** `YYYY-MM-DD` */
  paperOn: string | null
  recordedById: string | null
  note: string | null
  /** The signer's role, and the sentence that was checked; null on paper, and in older signatures. */
  signerRole: string | null
  agreedTo: string | null
}

/** The fields in order; another order gives another digest. */
const FIELDS = [
  ...['number', 'title', 'text', 'riderId', 'riderName', 'kind', 'signerId', 'typedName'],
  ...['drawing', 'signedAt', 'ip', 'userAgent', 'paperOn', 'recordedById', 'note'],
] as (keyof SignedFacts)[]

/** Returns the fields of the digest. Signatures from before the role keep theirs. */
const fieldsOf = ({ signerRole }: SignedFacts): readonly (keyof SignedFacts)[] =>
  signerRole === null ? FIELDS : [...FIELDS, 'signerRole', 'agreedTo']

/** Returns the SHA-256 of the facts as JSON, in hexadecimal. */
export const digestOf = (facts: SignedFacts): string =>
  createHash('sha256')
    .update(JSON.stringify(fieldsOf(facts).map((field) => facts[field])))
    .digest('hex')
