import { displayName } from '~/models/vocabulary/user'
import { digestOf } from '~/models/waivers/digest.server'
import { agreedTo } from '~/models/waivers/waiver'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, instantInZone, type LocalDate, toDbDate } from '~/utils/dates'
import type { SeededPeople } from './people'

const RISKS = `# Riding has risks

Horses are large animals with a mind of their own. They can shy, kick, bite, stumble or bolt, and riders can fall. We choose quiet horses and teach carefully, but no one can rule an accident out.

# What we ask of you

Riders wear an approved helmet and boots with a heel, and follow what the instructor says. Tell us before the lesson about anything that matters: an injury, a medicine, a bad night.

# What you agree to

I know these risks and accept them for myself or for my child. I will not hold the school liable for an accident that it did not cause by gross negligence.`

const CARE = `

# If something happens

If you cannot be reached, the school may call an ambulance and let a doctor treat my child. I pay for that care.`

const TITLE = 'Riding waiver'
/** The age of each version, in days. */
const VERSIONS = [
  { number: 1, text: RISKS, ago: 90 },
  { number: 2, text: RISKS + CARE, ago: 20 },
]
const DRAWING = '40,120 60,60 80,130 100,70 120,120 150,90 170,125 210,80 240,120 300,100 360,118;200,40 260,36'

/** The number of people who signed the first version, on paper. */
const ON_PAPER = 7
/** The number of people who signed nothing, or only the first version: a morning's work, not a wall of flags. */
const UNSIGNED = 5
const FIRST_ALONE = [ON_PAPER, 17]

function versionSigned(place: number): 1 | 2 | null {
  if (place === UNSIGNED) return null
  return FIRST_ALONE.includes(place) ? 1 : 2
}

/** Adds two versions of a waiver, which most families have signed; one rider of the sample rider's family has not. */
export async function seedWaivers({ adminId, riderId, studentIds }: SeededPeople, today: LocalDate): Promise<void> {
  const at = (ago: number, time: string) => instantInZone(addDays(today, -ago), time, getEnv().schoolTimezone)
  const versions = await prisma.waiverVersion.createManyAndReturn({
    data: VERSIONS.map(({ number, text, ago }) => ({
      number,
      title: TITLE,
      text,
      asksAgain: true,
      publishedAt: at(ago, '08:00'),
      publishedById: adminId,
    })),
  })
  const children = await prisma.user.findMany({ where: { guardianId: riderId }, orderBy: { firstName: 'asc' } })
  const users = await prisma.user.findMany({ where: { id: { in: [riderId, ...studentIds] } } })
  const signatures = [...users, ...children].flatMap((user) => {
    const place = studentIds.indexOf(user.id)
    const isLast = user.id === children.at(-1)?.id
    const number = place < 0 ? 2 : versionSigned(place)
    const version = isLast ? undefined : versions.find((one) => one.number === number)
    if (!version) return []
    const signer = users.find(({ id }) => id === user.guardianId) ?? user
    const ago = VERSIONS[version.number - 1]?.ago ?? 0
    const role = user === signer && !user.parentName ? 'adult' : 'guardian'
    const online = {
      kind: 'signed',
      signerId: signer.id,
      drawing: place % 2 ? null : DRAWING,
      ip: '192.0.2.10',
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1',
      note: null,
      recordedById: null,
      paperOn: null,
      signerRole: role,
      agreedTo: agreedTo(role),
    }
    const onPaper = {
      kind: 'paper',
      signerRole: null,
      agreedTo: null,
      signerId: null,
      drawing: null,
      ip: null,
      userAgent: null,
      note: 'Blue folder in the office',
      recordedById: adminId,
      paperOn: addDays(today, -ago),
    }
    const facts = {
      riderId: user.id,
      riderName: displayName(user),
      typedName: (user === signer && user.parentName) || displayName(signer),
      signedAt: at(ago, `1${place % 10 < 0 ? 0 : place % 10}:12`),
      ...(place === ON_PAPER ? onPaper : online),
    }
    const { title, text } = version
    const digest = digestOf({ number: version.number, title, text, ...facts })
    const { paperOn, ...row } = facts
    return [{ ...row, paperOn: paperOn && toDbDate(paperOn), versionId: version.id, digest }]
  })
  await prisma.waiverSignature.createMany({ data: signatures })
}
