import { createHash } from 'node:crypto'
import { t } from '#text'
import { distinguish } from '~/models/people/families/namesakes'
import { baseTypesOf } from '~/models/schedule/week/base-type'
import { levelOf } from '~/models/vocabulary/level'
import { displayName } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { firstOn, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Plan, type Season, wishKey } from './plan'
import { type PlaceNow, type SeasonChanges, seasonWeek, type WeeklyLesson } from './season'

interface SeasonRow {
  id: number
  name: string
  startsOn: Date
  askedThrough: Date | null
  publishedAt: Date | null
}

const seasonOf = ({ id, name, startsOn, askedThrough, publishedAt }: SeasonRow): Season => ({
  ...{ id, name, publishedAt },
  startsOn: fromDbDate(startsOn),
  askedThrough: askedThrough && fromDbDate(askedThrough),
})

/** The newest first. */
export const listSeasons = async (): Promise<Season[]> =>
  (await prisma.season.findMany({ orderBy: [{ startsOn: 'desc' }, { id: 'desc' }] })).map(seasonOf)

/** @throws Refused 404 */
export async function findSeason(id: number, db: Db = prisma): Promise<Season> {
  const row = await db.season.findUnique({ where: { id } })
  if (!row) throw notFound(t('This season no longer exists'))
  return seasonOf(row)
}

const requireComing = (startsOn: LocalDate) => {
  if (startsOn <= today()) throw new Refused('date_out_of_range', 'Choose a day to come', 'startsOn')
}

/** Begins to plan a season: nothing differs from the week yet. @throws Refused if its first day is not to come. */
export async function addSeason({ name, startsOn }: { name: string; startsOn: LocalDate }): Promise<number> {
  requireComing(startsOn)
  const { id } = await prisma.season.create({ data: { name, startsOn: toDbDate(startsOn) } })
  return id
}

/** Changes a season that is not published. @throws Refused 404, 409 if it is, or what `work` refuses. */
export const editPlan = <Result>(id: number, work: (tx: Tx, season: Season) => Promise<Result>): Promise<Result> =>
  withTx(async (tx) => work(tx, await lockDraft(tx, id)))

/** @throws Refused 404, 409 if the season is published. */
export async function lockDraft(tx: Tx, id: number): Promise<Season> {
  await tx.$queryRaw`SELECT id FROM seasons WHERE id = ${id} FOR UPDATE`
  const season = await findSeason(id, tx)
  if (season.publishedAt) throw new Refused('already_done', t('This season is published. Change the week itself.'))
  return season
}

export const saveSeason = (id: number, { name, startsOn }: { name: string; startsOn: LocalDate }): Promise<void> =>
  editPlan(id, async (tx, { askedThrough }) => {
    requireComing(startsOn)
    if (askedThrough && startsOn <= askedThrough)
      throw new Refused('date_out_of_range', 'Families answer until then. Choose a later day', 'startsOn')
    await tx.season.update({ where: { id }, data: { name, startsOn: toDbDate(startsOn) } })
  })

export const deleteSeason = (id: number): Promise<void> =>
  editPlan(id, async (tx) => void (await tx.season.delete({ where: { id } })))

/** A season whose publication was undone is a plan again, and the other way round. */
export const setPublished = async (tx: Tx, id: number, isPublished: boolean): Promise<void> =>
  void (await tx.season.updateMany({ where: { id }, data: { publishedAt: isPublished ? now() : null } }))

/** Lets families say through that day which times work for them. @throws Refused if it is over, or not before the season. */
export const askFamilies = (id: number, through: LocalDate): Promise<void> =>
  editPlan(id, async (tx, { startsOn }) => {
    if (through < today()) throw new Refused('date_out_of_range', 'This day is over', 'through')
    if (through >= startsOn) throw new Refused('date_out_of_range', 'Choose a day before the season begins', 'through')
    await tx.season.update({ where: { id }, data: { askedThrough: toDbDate(through) } })
  })

/** A season's week, from the school's week on its first days and what the season changes. @throws Refused 404 */
export async function loadPlan(id: number, db: Db = prisma): Promise<Plan> {
  const season = await findSeason(id, db)
  const [places, changes, saidWishes, types] = [
    await placesOn(season.startsOn, db),
    await changesOf(id, db),
    await db.seasonWish.findMany({ where: { seasonId: id }, orderBy: [{ studentId: 'asc' }, { lessonType: 'asc' }] }),
    await db.rideType.findMany({ select: { name: true, capacity: true, baseType: true } }),
  ]
  const riderIds = [...places, ...changes.places].flatMap(({ riderId }) => (riderId ? [riderId] : []))
  const terms = [...places, ...changes.lessons.flatMap((one) => (one.ends ? [] : [one]))]
  const teacherIds = terms.flatMap(({ instructorId }) => (instructorId ? [instructorId] : []))
  const people = await db.user.findMany({
    where: { id: { in: [...new Set([...riderIds, ...teacherIds])] } },
    select: { id: true, ...NAMES, level: true, hiddenAt: true, guardian: { select: NAMES } },
  })
  const isHere = (id: string | null) => people.some((one) => one.id === id && one.hiddenAt === null)
  const week = seasonWeek(places, withoutFormer(changes, isHere))
  const riders = distinguish(people).map(({ id, name, level }) => [id, { id, name, level: levelOf(level) }] as const)
  const wishes = saidWishes.map(({ studentId, lessonType, times }) => [wishKey(studentId, lessonType), times] as const)
  const version = createHash('sha256')
    .update(JSON.stringify([season.startsOn, places, changes]))
    .digest('base64url')
  return {
    ...{ season, week, version },
    riders: new Map(riders),
    wishes: new Map(wishes),
    instructors: new Map(people.map((one) => [one.id, displayName(one)])),
    capacities: new Map(types.map(({ name, capacity }) => [name, capacity])),
    bases: baseTypesOf(types),
  }
}

/** Without what is planned for people whom the office has removed since: someone who would join, and who would teach. */
const withoutFormer = ({ lessons, places }: SeasonChanges, isHere: (id: string | null) => boolean): SeasonChanges => ({
  lessons: lessons.map((one) => (one.ends || isHere(one.instructorId) ? one : { ...one, instructorId: null })),
  places: places.filter(({ riderId, from }) => from !== null || isHere(riderId)),
})

const NAMES = { firstName: true, lastName: true, email: true } as const

/** Weekly places on the first days of a season, and those that begin later, by their first day. */
async function placesOn(startsOn: LocalDate, db: Db): Promise<PlaceNow[]> {
  const rows = await db.weeklyPlace.findMany({
    where: { isActive: true, OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(startsOn) } }] },
    orderBy: [{ startDate: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap((row) => {
    const [first, begins] = [firstOn(row.dayOfWeek, startsOn), fromDbDate(row.startDate)]
    const end = row.deletedFromDate && fromDbDate(row.deletedFromDate)
    if (end !== null && (end <= first || end <= begins)) return []
    const {
      studentId: riderId,
      dayOfWeek,
      scheduledTime: time,
      lessonType: type,
      duration,
      capacity,
      arena,
      instructorId,
    } = row
    const level = levelOf(row.level)
    return [
      {
        riderId,
        dayOfWeek,
        time,
        type,
        duration,
        capacity,
        level,
        arena,
        instructorId,
        begins: begins > first ? begins : null,
        ends: end,
      },
    ]
  })
}

async function changesOf(seasonId: number, db: Db): Promise<SeasonChanges> {
  const where = { where: { seasonId }, orderBy: { id: 'asc' } } as const
  const lessons = await db.seasonLesson.findMany(where)
  const places = await db.seasonPlace.findMany(where)
  return {
    lessons: lessons.map(({ id, dayOfWeek, scheduledTime: time, lessonType: type, ends, ...row }) => {
      const lesson = { id, dayOfWeek, time, type }
      const { duration, capacity, arena, instructorId } = row
      if (ends || duration === null) return { ...lesson, ends: true }
      return { ...lesson, ends: false, duration, capacity, level: levelOf(row.level), arena, instructorId }
    }),
    places: places.map(({ id, studentId: riderId, byHand, ...row }) => ({
      ...{ id, riderId, byHand },
      from: weeklyIn(row.fromDay, row.fromTime, row.fromType),
      to: weeklyIn(row.toDay, row.toTime, row.toType),
    })),
  }
}

const weeklyIn = (dayOfWeek: number | null, time: string | null, type: string | null): WeeklyLesson | null =>
  dayOfWeek === null || time === null || type === null ? null : { dayOfWeek, time, type }
