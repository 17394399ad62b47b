import { displayName, isAdmin, type Viewer } from '~/models/accounts/user'
import { canViewRider } from '~/models/accounts/viewer.server'
import { noteView } from '~/models/privacy/data-view.server'
import { findStudent } from '~/models/students/student.server'

/**
 * Whose rides a screen shows: the viewer's own, or with `?student=` another rider's whom the viewer may see.
 * @throws Response 404 for anybody else's, and where there is no such student.
 */
export async function requireRider(viewer: Viewer, request: Request): Promise<{ id: string; name: string }> {
  const asked = new URL(request.url).searchParams.get('student')
  if (!asked || asked === viewer.id) return { id: viewer.id, name: displayName(viewer) }
  const student = (await canViewRider(viewer, asked)) ? await findStudent(asked) : null
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  if (isAdmin(viewer)) await noteView(viewer.id, student.id, 'rides')
  return student
}
