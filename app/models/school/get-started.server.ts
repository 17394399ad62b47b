import { prisma } from '~/platform/db.server'

/** Which of the first steps a school has done. */
interface SchoolParts {
  name: boolean
  zone: boolean
  hours: boolean
  places: boolean
  prices: boolean
  instructors: boolean
  horses: boolean
  waiver: boolean
  families: boolean
  lessons: boolean
  invited: boolean
}

/** Derives the steps from the data, so that nobody checks anything off. */
export async function findSchoolParts(): Promise<SchoolParts> {
  const [parts] = await prisma.$queryRaw<[SchoolParts]>`
    SELECT EXISTS (SELECT FROM school WHERE name IS NOT NULL OR phone IS NOT NULL) AS name,
           EXISTS (SELECT FROM server_settings WHERE name = 'SCHOOL_TIMEZONE') AS zone,
           EXISTS (SELECT FROM school WHERE first_lesson IS NOT NULL) AS hours,
           EXISTS (SELECT FROM ride_types WHERE is_active AND capacity IS NOT NULL) AS places,
           EXISTS (SELECT FROM packages WHERE active) AS prices,
           EXISTS (SELECT FROM users WHERE role = 'instructor') AS instructors,
           EXISTS (SELECT FROM horses WHERE is_active) AS horses,
           EXISTS (SELECT FROM waiver_versions WHERE withdrawn_at IS NULL) AS waiver,
           EXISTS (SELECT FROM users WHERE role = 'customer' AND hidden_at IS NULL AND erased_at IS NULL) AS families,
           EXISTS (SELECT FROM weekly_schedule WHERE is_active) AS lessons,
           EXISTS (SELECT FROM invitations) AS invited`
  return parts
}

/** Hides the list of first steps in the week, or shows it again. */
export async function hideGetStarted(startHidden: boolean): Promise<void> {
  await prisma.school.upsert({ where: { id: 1 }, create: { id: 1, startHidden }, update: { startHidden } })
}
