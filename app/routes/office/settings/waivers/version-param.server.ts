import { findVersion, type ListedVersion } from '~/models/waivers/version.server'
import { idField } from '~/utils/fields'

/** Returns the version with this ID. @throws Response 404 */
export async function versionParam(id: string | undefined): Promise<ListedVersion> {
  const read = idField.safeParse(id)
  const version = read.success ? await findVersion(read.data) : null
  if (!version) throw new Response('Version not found.', { status: 404, statusText: 'Not Found' })
  return version
}
