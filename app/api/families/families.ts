import { z } from 'zod'
import { mergeWithProvider, undoWithProvider } from '~/models/money/families/merge-accounts.server'
import { birthDateOrNull, newRiderSchema } from '~/models/people/accounts/family.schema'
import { consentFor } from '~/models/people/families/consent.server'
import { ridersOfFamily } from '~/models/people/families/family.server'
import {
  addFamilyRider,
  addOwnRider,
  limitOwnRiders,
  linkRider,
  undoFamilyChange,
  unlinkRider,
} from '~/models/people/families/family-change.server'
import { familyOf } from '~/models/people/families/family-of.server'
import { findStudent } from '~/models/people/families/student.server'
import { emailField } from '~/models/vocabulary/user.schema'
import { notFound } from '~/platform/refused'
import { idField } from '~/utils/fields'
import { call } from '../table/call'
import { instant } from '../table/fields'

const one = z.object({ id: z.string() })
const person = z.strictObject({ id: z.string(), name: z.string() }).meta({ id: 'Person' })
const family = z
  .strictObject({
    guardian: person.nullable(),
    birthDate: z.string().nullable(),
    /** Null if nobody's consent is needed to store this rider's data. */
    consent: z
      .strictObject({ given: z.strictObject({ by: z.string(), at: instant, version: z.int() }).nullable() })
      .nullable(),
    riders: z.array(
      person.extend({ email: z.string().nullable(), birthDate: z.string().nullable(), removed: z.boolean() }),
    ),
  })
  .meta({ id: 'Family' })
/** `change` undoes it; null if nothing changed. */
const changed = z.strictObject({ change: z.int().nullable(), family })

/** @throws Refused 404 */
async function familyAnswer(id: string) {
  if (!(await findStudent(id))) throw notFound('Student not found')
  const [{ guardian, birthDate, riders }, consent] = await Promise.all([familyOf(id), consentFor(id)])
  return { guardian: guardian && { id: guardian.id, name: guardian.name }, birthDate, consent, riders }
}

/** The riders of a family, and merging two accounts of one person. */
export const families = [
  call({
    method: 'get',
    path: '/family/riders',
    for: 'viewer',
    summary: 'The riders of one’s family: oneself first, if one rides, then the children by name.',
    answer: z.array(z.strictObject({ id: z.string(), name: z.string(), firstName: z.string(), isSelf: z.boolean() })),
    run: ({ viewer }) => ridersOfFamily(viewer.id),
  }),
  call({
    method: 'post',
    path: '/family/riders',
    for: 'viewer',
    summary:
      'Adds a rider to one’s own family. `consent` says, as the child’s parent, that the school may keep its data; a rider under 18 needs it.',
    body: newRiderSchema.extend({ birthDate: birthDateOrNull.default(null), consent: z.boolean().default(false) }),
    status: 201,
    answer: z.strictObject({ id: z.string() }),
    async run({ viewer, body }) {
      await limitOwnRiders(viewer.id)
      return { id: await addOwnRider(viewer.id, body) }
    },
  }),
  call({
    method: 'get',
    path: '/admin/students/{id}/family',
    for: 'admin',
    summary: 'The guardian of a student, or the riders of a guardian.',
    params: one,
    shows: ({ params }) => params.id,
    answer: family,
    run: ({ params: { id } }) => familyAnswer(id),
  }),
  call({
    method: 'post',
    path: '/admin/students/{id}/riders',
    for: 'admin',
    summary: 'Adds a rider to a guardian’s family; no email is needed.',
    params: one,
    body: newRiderSchema.extend({ birthDate: birthDateOrNull.default(null) }),
    status: 201,
    answer: z.strictObject({ id: z.string() }),
    run: async ({ viewer, params: { id }, body }) => ({ id: await addFamilyRider(viewer.id, id, body) }),
  }),
  call({
    method: 'put',
    path: '/admin/students/{id}/guardian',
    for: 'admin',
    summary:
      'Links a rider to a guardian, out of another family too. With `version`, only if that is still the guardian’s ID.',
    params: one,
    body: z.strictObject({ guardianId: z.string().min(1), version: z.string().optional() }),
    answer: changed,
    async run({ viewer, params: { id }, body: { guardianId, version } }) {
      const linked = await linkRider(viewer.id, { rider: id, guardian: guardianId, version })
      return { change: linked?.change ?? null, family: await familyAnswer(id) }
    },
  }),
  call({
    method: 'delete',
    path: '/admin/students/{id}/guardian',
    for: 'admin',
    summary: 'Takes a rider out of the family; a rider without an email may get one then.',
    params: one,
    body: z.strictObject({ email: emailField.nullable().default(null), version: z.string().optional() }),
    confirms: ({ body }) => body.email !== null,
    answer: changed,
    async run({ viewer, params: { id }, body }) {
      const { change } = await unlinkRider(viewer.id, id, body)
      return { change, family: await familyAnswer(id) }
    },
  }),
  call({
    method: 'post',
    path: '/admin/students/{id}/guardian/undo',
    for: 'admin',
    summary: 'Undoes a link or an unlink.',
    params: one,
    body: z.strictObject({ change: idField }),
    answer: family,
    async run({ viewer, params: { id }, body: { change } }) {
      await undoFamilyChange(viewer.id, change, id)
      return familyAnswer(id)
    },
  }),
  call({
    method: 'post',
    path: '/admin/students/{id}/merge',
    for: 'admin',
    summary: 'Merges another account of the same person into this one; `email` says whose address signs in afterwards.',
    params: one,
    shows: ({ params }) => params.id,
    body: z.strictObject({ from: z.string().min(1), email: z.enum(['kept', 'merged']).default('kept') }),
    confirms: () => true,
    answer: z.strictObject({ change: z.int(), kept: z.string(), merged: z.string() }),
    run: ({ viewer, params: { id }, body: { from, email } }) => mergeWithProvider(viewer.id, id, from, email),
  }),
  call({
    method: 'post',
    path: '/admin/students/{id}/merge/undo',
    for: 'admin',
    summary: 'Takes the rows of a merged account back.',
    params: one,
    answer: z.strictObject({ name: z.string(), gone: z.int(), stays: z.array(z.string()), lostMethods: z.boolean() }),
    async run({ viewer, params: { id } }) {
      const { into: _, ...undone } = await undoWithProvider(viewer.id, id)
      return undone
    },
  }),
]
