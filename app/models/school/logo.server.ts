import { createHash } from 'node:crypto'
import { disableTypes, imageSize, types } from 'image-size'
import { findSchool, SCHOOL } from '~/models/school/school.server'
import { changed, lockSetting, writeSchool } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { isLogoKind, type Logo, logoOf, nameLogo } from './face/logo'

/** A family's phone loads it with its first page. */
const MOST_BYTES = 100 * 1024
export const TOO_LARGE =
  'The picture is larger than 100 kB. Please save it smaller, about 400 pixels wide, and choose it again.'
const LEAST_PX = 32
const MOST_PX = 2000

disableTypes(types.filter((type) => !isLogoKind(type)))

const refused = (message: string) => new Refused('file_unreadable', message, 'file')

/** Returns a picture's size and kind by its first bytes, and not by its name. @throws Refused if it is none that every browser shows. */
function measure(content: Uint8Array) {
  try {
    const { width, height, type } = imageSize(content)
    if (isLogoKind(type)) return { width, height, kind: type }
  } catch (error) {
    // Its own errors are of two kinds: of pictures that it does not know, and of reading beyond the end.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
  }
  throw refused('This is no picture that every browser can show. Please choose a PNG, JPEG, or WebP file.')
}

/** Gives the school a logo instead of its present one. @throws Refused if the file is no small picture. */
export async function saveLogo(actorId: string, file: File): Promise<void> {
  if (file.size > MOST_BYTES) throw refused(TOO_LARGE)
  const content = new Uint8Array(await file.arrayBuffer())
  const { kind, ...size } = measure(content)
  const [least, most] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  if (!(least >= LEAST_PX && most <= MOST_PX))
    throw refused(`Please choose a picture of ${LEAST_PX} to ${MOST_PX} pixels a side.`)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  await replaceLogo(actorId, { name: nameLogo(digest, size, kind), content })
}

export const removeLogo = (actorId: string): Promise<void> => replaceLogo(actorId, null)

const replaceLogo = (actorId: string, logo: { name: string; content: Uint8Array<ArrayBuffer> } | null): Promise<void> =>
  withTx(async (tx) => {
    // Of two at the same moment the second waits here, and removes the logo of the first.
    await lockSetting(tx, SCHOOL)
    const change = { logo: logo?.name ?? null }
    const detail = changed(await findSchool(tx), change)
    if (!detail) return
    if (logo) await tx.logo.create({ data: logo })
    await writeSchool(tx, change)
    await tx.logo.deleteMany({ where: { school: { none: {} } } })
    await audit(tx, { actorId, action: 'school.data', ...SCHOOL, detail })
  })

/** Returns a logo with its picture; null if the school no longer has it. */
export async function findLogo(
  name: string,
): Promise<(Pick<Logo, 'type'> & { content: Uint8Array<ArrayBuffer> }) | null> {
  const logo = logoOf(name)
  const stored = logo && (await prisma.logo.findUnique({ where: { name } }))
  return stored && { type: logo.type, content: stored.content }
}
