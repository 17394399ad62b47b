import { createHash } from 'node:crypto'

/** All that a signature says, and the text that it was set under. */
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
  /** As what it was signed, and the sentence that was ticked; null on paper, and in what is older than this. */
  signerRole: string | null
  agreedTo: string | null
}

/** In this order; another order is another digest. */
const FIELDS = [
  ...['number', 'title', 'text', 'riderId', 'riderName', 'kind', 'signerId', 'typedName'],
  ...['drawing', 'signedAt', 'ip', 'userAgent', 'paperOn', 'recordedById', 'note'],
] as (keyof SignedFacts)[]

/** What is older than the role keeps its digest. */
const fieldsOf = ({ signerRole }: SignedFacts): readonly (keyof SignedFacts)[] =>
  signerRole === null ? FIELDS : [...FIELDS, 'signerRole', 'agreedTo']

/** SHA-256 of the facts as JSON, in hexadecimal digits. */
export const digestOf = (facts: SignedFacts): string =>
  createHash('sha256')
    .update(JSON.stringify(fieldsOf(facts).map((field) => facts[field])))
    .digest('hex')
