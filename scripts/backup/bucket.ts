import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'

/** A bucket with Amazon's S3 interface. */
export interface Bucket {
  /** The address, including the bucket's name, and a folder in it if wanted. */
  url: string
  keyId: string
  secret: string
  /** The region; undefined if the address contains it. */
  region: string | undefined
}

/** How long a connection may stay without a byte, in milliseconds. */
const SILENCE_MS = 60_000

/** Sends a file piece by piece; the bucket compares it with the checksum. @throws Error with the answer of a bucket that refuses */
export async function putFile(bucket: Bucket, file: string): Promise<void> {
  const { size } = await stat(file)
  const aws = new AwsClient({
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secret,
    service: 's3',
    region: bucket.region,
  })
  const signed = await aws.sign(`${bucket.url}/${path.basename(file)}`, {
    method: 'PUT',
    headers: { 'X-Amz-Content-Sha256': await sha256Of(file) },
  })
  const headers = { ...Object.fromEntries(signed.headers), 'content-length': size }
  const { request } = signed.url.startsWith('https:') ? https : http
  const sending = request(signed.url, { method: 'PUT', headers, timeout: SILENCE_MS })
  sending.once('timeout', () => sending.destroy(new Error('It did not answer for a minute')))
  const answered = once(sending, 'response') as Promise<[http.IncomingMessage]>
  // A bucket that refuses may answer before it has everything, and close: then its answer counts.
  const sent = pipeline(createReadStream(file), sending).catch((error: unknown) => error)
  const [answer] = await answered
  const said = await text(answer)
  await sent
  if (answer.statusCode !== 200) {
    const why = /<(?:Code|Message)>([^<]{1,200})/.exec(said)?.[1] ?? http.STATUS_CODES[answer.statusCode ?? 0]
    throw new Error(`It answered ${answer.statusCode}, ${why}`)
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
