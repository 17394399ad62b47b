import { t } from '#text'
import { recordView } from '~/models/privacy/data-view.server'
import { isAdmin, type Viewer } from '~/models/vocabulary/user'
import { findSignature, type WaiverCopy } from '~/models/waivers/signature.server'
import { idField } from '~/utils/fields'

/**
 * What was signed here, for whoever signed it and the office. A signature without its names has no copy.
 * @throws Response 404
 */
export async function waiverCopy(viewer: Viewer, id: string | undefined): Promise<WaiverCopy> {
  const read = idField.safeParse(id)
  const copy = read.success ? await findSignature(read.data) : null
  const mine = copy?.signerId === viewer.id
  if (copy?.kind !== 'signed' || copy.isIntact === null || !(mine || isAdmin(viewer))) {
    throw new Response(t('Waiver not found.'), { status: 404, statusText: 'Not Found' })
  }
  if (!mine) await recordView(viewer.id, copy.riderId, 'waiver')
  return copy
}
