import { t } from '#text'
import { canViewRider } from '~/models/people/accounts/viewer.server'
import { everyRiderOfFamily, type FamilyRider } from '~/models/people/families/family.server'
import { findStudent } from '~/models/people/families/student.server'
import { recordView } from '~/models/privacy/data-view.server'
import { displayName, isAdmin, type Viewer } from '~/models/vocabulary/user'

interface RidersToShow {
  /** `Emma Stone`, or `Your Family` for several riders. */
  whose: string
  riderIds: string[]
  /** The ID of the one rider in the address. */
  asked: string | undefined
  /** The riders of the viewer's family, if it has several. */
  family: FamilyRider[]
  /** Whether the viewer's own rides are among them. */
  own: boolean
  /** Whether the office is looking at a rider. */
  office: boolean
}

/**
 * Returns whose rides a screen shows: those of the viewer's family, or with `?rider=` or `?student=` those of one rider
 * whom the viewer may see.
 * @throws Response 404 for anyone else's rides, and if there is no such student.
 */
export async function requireRiders(viewer: Viewer, request: Request): Promise<RidersToShow> {
  const query = new URL(request.url).searchParams
  const asked = query.get('rider') || query.get('student')
  if (asked && asked !== viewer.id && isAdmin(viewer)) return ofOffice(viewer, asked)
  const riders = await everyRiderOfFamily(viewer.id)
  const family = riders.length > 1 ? riders : []
  if (!asked) {
    const whose = family.length ? t('Your Family') : (riders[0]?.name ?? displayName(viewer))
    return {
      whose,
      riderIds: riders.map(({ id }) => id),
      asked: undefined,
      family,
      own: true,
      office: false,
    }
  }
  const own = asked === viewer.id
  const rider = (await canViewRider(viewer, asked)) ? await findStudent(asked) : null
  if (!rider) throw noStudent()
  return { whose: rider.name, riderIds: [asked], asked, family, own, office: false }
}

async function ofOffice(viewer: Viewer, asked: string): Promise<RidersToShow> {
  const student = await findStudent(asked)
  if (!student) throw noStudent()
  await recordView(viewer.id, student.id, 'rides')
  return { whose: student.name, riderIds: [asked], asked, family: [], own: false, office: true }
}

const noStudent = () => new Response(t('Student not found.'), { status: 404, statusText: 'Not Found' })
