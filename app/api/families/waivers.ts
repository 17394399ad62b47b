import { z } from 'zod'
import { familyWaivers } from '~/models/waivers/family-waivers.server'
import { findRule, saveRule } from '~/models/waivers/rule.server'
import { recordPaper, signaturesOf, withdrawPaper } from '~/models/waivers/signature.server'
import { findDraft, listVersions, publishDraft, saveDraft, withdrawVersion } from '~/models/waivers/version.server'
import { draftSchema, paperSchema, signSchema, withdrawSchema } from '~/models/waivers/waiver.schema'
import { ridersMissing, waiverCoverage } from '~/models/waivers/waiver-report.server'
import { signAndMail } from '~/services/mail/waiver-mail.server'
import { MAX_ID } from '~/utils/fields'
import { call } from '../table/call'
import { count, day, done, instant, NO_SUCH_ROW, numberIn } from '../table/fields'

const text = z
  .strictObject({ id: z.int(), number: z.int(), title: z.string(), text: z.string() })
  .meta({ id: 'WaiverText' })
const student = z.object({ id: z.string() })
const version = z.object({ id: numberIn(1, MAX_ID, NO_SUCH_ROW) })
const kind = z.enum(['signed', 'paper'])
const rule = z.strictObject({ waiverRequired: z.boolean() }).meta({ id: 'WaiverRule' })

/** A signature by program: the version that was read, for whom, and under which name. */
const signing = z.strictObject({ ...signSchema.omit({ agree: true }).shape, agree: z.literal(true) })

/** What families sign, who has signed, and what the office does about it. */
export const waivers = [
  call({
    method: 'get',
    path: '/waivers',
    for: 'viewer',
    summary:
      'The current text, and each rider of one’s family with what was signed. `required`: without it nothing can be bought or booked for that rider.',
    answer: z.strictObject({
      waiver: text.nullable(),
      required: z.boolean(),
      maySign: z.boolean(),
      riders: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          needsWaiver: z.boolean(),
          signed: z
            .strictObject({ id: z.int(), number: z.int(), typedName: z.string(), signedAt: instant, kind })
            .nullable(),
        }),
      ),
    }),
    async run({ viewer }) {
      const [{ waiver, riders, maySign }, { waiverRequired }] = await Promise.all([
        familyWaivers(viewer.id),
        findRule(),
      ])
      return {
        waiver,
        required: waiver !== null && waiverRequired,
        maySign,
        riders: riders.map(({ id, name, signed }) => {
          const { signerId: _, ...shown } = signed ?? { signerId: null }
          return { id, name, needsWaiver: waiver !== null && !signed, signed: 'id' in shown ? shown : null }
        }),
      }
    },
  }),
  call({
    method: 'post',
    path: '/waivers',
    for: 'viewer',
    summary:
      'Signs for riders of one’s family: `waiver` is the id of the text that was read. `signerRole`: as what one signs for oneself, where neither a birth date nor a parent’s name tells. Twice is once. A copy comes by email.',
    body: signing,
    status: 201,
    answer: z.strictObject({ ids: z.array(z.int()), number: z.int() }),
    async run({ viewer, body, ip, request }) {
      const userAgent = request.headers.get('user-agent')
      const { ids, number } = await signAndMail(viewer.id, body, { ip, userAgent })
      return { ids, number }
    },
  }),
  call({
    method: 'get',
    path: '/admin/waivers',
    for: 'admin',
    summary: 'Every version with its text, the draft, and the riders who have something to sign.',
    answer: z.strictObject({
      waiverRequired: z.boolean(),
      riders: count,
      signed: count,
      missing: z.array(z.strictObject({ id: z.string(), name: z.string() })),
      draft: z.strictObject({ title: z.string(), text: z.string() }),
      versions: z.array(
        text.extend({
          asksAgain: z.boolean(),
          publishedAt: instant,
          publishedBy: z.string(),
          withdrawnAt: instant.nullable(),
          withdrawnNote: z.string().nullable(),
          signatures: count,
        }),
      ),
    }),
    async run() {
      const [{ waiverRequired }, coverage, missing, draft, versions] = await Promise.all([
        findRule(),
        waiverCoverage(),
        ridersMissing(),
        findDraft(),
        listVersions(),
      ])
      return { waiverRequired, ...coverage, missing, draft, versions }
    },
  }),
  call({
    method: 'put',
    path: '/admin/waivers/draft',
    for: 'admin',
    summary: 'Keeps the text that is being written.',
    body: z.strictObject(draftSchema.shape),
    answer: done,
    async run({ viewer, body }) {
      await saveDraft(viewer.id, body)
      return { message: 'Draft saved' }
    },
  }),
  call({
    method: 'post',
    path: '/admin/waivers',
    for: 'admin',
    summary:
      'Publishes the draft, which is sent along as it was read. `asksAgain`: everyone signs again; otherwise earlier signatures still count.',
    body: z.strictObject({ ...draftSchema.shape, asksAgain: z.boolean() }),
    status: 201,
    confirms: () => true,
    answer: z.strictObject({ number: z.int() }),
    run: ({ viewer, body: { asksAgain, ...read } }) => publishDraft(viewer.id, read, { asksAgain }),
  }),
  call({
    method: 'post',
    path: '/admin/waivers/{id}/withdraw',
    for: 'admin',
    summary: 'Withdraws a version with a reason: the one before it becomes current again.',
    params: version,
    body: z.strictObject(withdrawSchema.shape),
    missing: 'Version not found',
    confirms: () => true,
    answer: z.strictObject({ number: z.int() }),
    run: ({ viewer, params: { id }, body: { note } }) => withdrawVersion(viewer.id, id, note),
  }),
  call({
    method: 'put',
    path: '/admin/waivers/rule',
    for: 'admin',
    summary: 'Says if families sign before they buy and book.',
    body: rule,
    confirms: () => true,
    answer: rule,
    run: ({ viewer, body }) => saveRule(viewer.id, body),
  }),
  call({
    method: 'get',
    path: '/admin/students/{id}/waivers',
    for: 'admin',
    summary: 'What was signed for a rider, the newest first. `intact` is false if a fact of it was changed since.',
    params: student,
    shows: ({ params }) => params.id,
    answer: z.array(
      z.strictObject({
        id: z.int(),
        number: z.int(),
        kind,
        typedName: z.string(),
        signedAt: instant,
        paperOn: day.nullable(),
        note: z.string().nullable(),
        signerRole: z.string().nullable(),
        agreedTo: z.string().nullable(),
        withdrawnAt: instant.nullable(),
        intact: z.boolean().nullable(),
        digest: z.string(),
      }),
    ),
    async run({ params: { id } }) {
      return (await signaturesOf(id)).map(({ isIntact, ...copy }) => ({
        id: copy.id,
        number: copy.number,
        kind: copy.kind,
        typedName: copy.typedName,
        signedAt: copy.signedAt,
        paperOn: copy.paperOn,
        note: copy.note,
        signerRole: copy.signerRole,
        agreedTo: copy.agreedTo,
        withdrawnAt: copy.withdrawnAt,
        intact: isIntact,
        digest: copy.digest,
      }))
    },
  }),
  call({
    method: 'post',
    path: '/admin/students/{id}/waivers',
    for: 'admin',
    summary: 'Records that the current text was signed on paper.',
    params: student,
    body: z.strictObject(paperSchema.shape),
    status: 201,
    answer: done,
    async run({ viewer, params: { id }, body }) {
      return { message: `Recorded for ${await recordPaper(viewer.id, id, body)}` }
    },
  }),
  call({
    method: 'delete',
    path: '/admin/students/{id}/waivers/{signature}',
    for: 'admin',
    summary: 'Withdraws a paper that was recorded by mistake. It stays with a note.',
    params: student.extend({ signature: numberIn(1, MAX_ID, NO_SUCH_ROW) }),
    missing: 'Waiver not found',
    body: z.strictObject(withdrawSchema.shape),
    answer: done,
    async run({ viewer, params: { id, signature }, body: { note } }) {
      await withdrawPaper(viewer.id, id, signature, note)
      return { message: 'Withdrawn' }
    },
  }),
]
