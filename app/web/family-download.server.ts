import { strToU8, zipSync } from 'fflate'
import { t } from '#text'
import { methodsToShow } from '~/models/money/methods/payment-methods.server'
import { recordView } from '~/models/privacy/data-view.server'
import { exportFiles, findFamily } from '~/models/privacy/family-export.server'
import type { Viewer } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { limitTries } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'

const HOUR = 60 * 60
/** How often a family may download its data; the office may do so for many families in a row. */
const OWN = { max: 10, seconds: HOUR }
const OFFICE = { max: 60, seconds: HOUR }

/**
 * Returns everything that the school has about a family as an archive. The caller has checked that the viewer may see
 * it.
 * @throws Response 404 if there is no such family; 429 after too many downloads.
 */
export async function familyDownload(viewer: Viewer, id: string, { notes }: { notes: boolean }): Promise<Response> {
  const own = viewer.id === id
  await limited(`download:${own ? 'own' : 'office'}:${viewer.id}`, own ? OWN : OFFICE)
  const family = await findFamily(id)
  if (!family) throw new Response(t('Student not found.'), { status: 404, statusText: 'Not Found' })
  if (!own) await recordView(viewer.id, id, notes ? 'download with notes' : 'download')
  const methods = await methodsToShow(id)
  const savedMethods =
    methods?.map(({ label, detail, isDefault }) => ({
      Method: label,
      Detail: detail,
      Default: isDefault ? 'yes' : 'no',
    })) ?? null
  const files = await exportFiles(family, { savedMethods, notes })
  const archive = zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: now() })
  return new Response(archive, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="riding-school-${today()}.zip"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

async function limited(key: string, limit: Parameters<typeof limitTries>[1]): Promise<void> {
  try {
    await limitTries(key, limit)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Response(error.message, { status: 429, statusText: 'Too Many Requests' })
  }
}
