import { inLanguageOf } from '~/emails/layout'
import { findSignature } from '~/models/waivers/signature.server'
import { waiverPdf } from '~/models/waivers/waiver-pdf.server'
import { prisma } from '~/platform/db.server'

interface Attachment {
  filename: string
  content: Buffer
  contentType: string
}

/** nodemailer's error for an email that cannot be built: the others are sent all the same. */
class CannotBeMade extends Error {
  readonly code = 'EMESSAGE'
}

/**
 * Creates an email's files from their names. The outbox stores no file, so there is none to erase, and each try sends
 * the same. What no longer exists, such as a waiver whose names were erased, is left out.
 */
export async function makeAttachments(of: readonly string[]): Promise<Attachment[]> {
  const files: Attachment[] = []
  for (const one of of) {
    const [, id] = /^waiver:(\d+)$/.exec(one) ?? []
    try {
      const copy = id ? await findSignature(Number(id)) : null
      if (!copy || copy.isIntact === null) continue
      const signer = copy.signerId
        ? await prisma.user.findUnique({ where: { id: copy.signerId }, select: { language: true } })
        : null
      const { name, content } = await inLanguageOf({ language: signer?.language }, () => waiverPdf(copy))
      files.push({ filename: name, content, contentType: 'application/pdf' })
    } catch (cause) {
      throw new CannotBeMade(`The attachment ${one} could not be made`, { cause })
    }
  }
  return files
}
