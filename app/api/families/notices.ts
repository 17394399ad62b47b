import { z } from 'zod'
import { listChoices, saveChoices } from '~/models/notices/choices.server'
import { CHOSEN_KINDS, FAMILY_KINDS as KINDS } from '~/models/notices/kinds'
import { noticeSettingsSchema } from '~/models/notices/notice-settings.schema'
import { findNoticeSettings, saveNoticeSettings } from '~/models/notices/notice-settings.server'
import { codeSchema, numberSchema } from '~/models/notices/texts/number'
import { confirmNumber, findNumber, removeNumber } from '~/models/notices/texts/text-number.server'
import { textCode } from '~/services/texts/send-texts.server'
import { textProvider } from '~/services/texts/text-provider.server'
import { call } from '../table/call'

const listed = z.array(
  z.strictObject({
    kind: z.enum(KINDS),
    name: z.string(),
    hint: z.string(),
    isChoice: z.boolean(),
    wanted: z.boolean(),
    byText: z.boolean(),
  }),
)
const settings = z
  .strictObject({
    quietFrom: z.string(),
    quietTo: z.string(),
    remindAt: z.string(),
    remindNote: z.string().nullable(),
  })
  .meta({ id: 'NoticeSettings' })

const phone = z
  .strictObject({
    offered: z.boolean(),
    state: z.enum(['none', 'asked', 'on', 'stopped']),
    number: z.string().nullable(),
  })
  .meta({ id: 'TextNumber' })
const phoneOf = async (userId: string) => ({ offered: textProvider() !== null, ...(await findNumber(userId)) })

/** The notices that families get automatically. */
export const notices = [
  call({
    method: 'get',
    path: '/notices',
    for: 'viewer',
    summary: 'Every kind of notice, with what one’s family wants of it.',
    answer: listed,
    run: ({ viewer }) => listChoices(viewer.id),
  }),
  call({
    method: 'put',
    path: '/notices',
    for: 'viewer',
    summary:
      'The kinds that one’s family wants from now on; it wants no others of those that are a choice. `byText`: those that it wants as texts.',
    body: z.strictObject({
      wanted: z.array(z.enum(CHOSEN_KINDS, { error: 'That is no kind of notice to choose' })).max(CHOSEN_KINDS.length),
      byText: z.array(z.enum(KINDS)).max(KINDS.length).optional(),
    }),
    answer: listed,
    async run({ viewer, body: { wanted, byText } }) {
      await saveChoices(viewer.id, wanted)
      if (byText) await saveChoices(viewer.id, byText, 'text')
      return listChoices(viewer.id)
    },
  }),
  call({
    method: 'get',
    path: '/texts',
    for: 'viewer',
    summary: 'The phone that one’s family gets texts on. `offered` is false if the school sends none.',
    answer: phone,
    run: ({ viewer }) => phoneOf(viewer.id),
  }),
  call({
    method: 'post',
    path: '/texts',
    for: 'viewer',
    summary:
      'Texts a code to a number, which counts once the code is sent back. The number before it counts no longer.',
    body: z.strictObject(numberSchema.shape),
    answer: phone,
    async run({ viewer, body: { number } }) {
      await textCode(viewer.id, number)
      return phoneOf(viewer.id)
    },
  }),
  call({
    method: 'post',
    path: '/texts/code',
    for: 'viewer',
    summary: 'Confirms a number with the code that was texted to it: ten minutes, five tries.',
    body: z.strictObject(codeSchema.shape),
    answer: phone,
    async run({ viewer, body: { code } }) {
      await confirmNumber(viewer.id, code)
      return phoneOf(viewer.id)
    },
  }),
  call({
    method: 'delete',
    path: '/texts',
    for: 'viewer',
    summary: 'Ends texts.',
    answer: phone,
    async run({ viewer }) {
      await removeNumber(viewer.id)
      return phoneOf(viewer.id)
    },
  }),
  call({
    method: 'get',
    path: '/admin/notice-settings',
    for: 'admin',
    summary: 'When reminders go out, what they say besides, and the hours in which nothing does.',
    answer: settings,
    run: () => findNoticeSettings(),
  }),
  call({
    method: 'put',
    path: '/admin/notice-settings',
    for: 'admin',
    summary: 'Times such as `21:00` or `9:00 PM`. The same time twice means no quiet hours.',
    body: z.strictObject(noticeSettingsSchema.shape),
    confirms: () => true,
    answer: settings,
    async run({ viewer, body }) {
      await saveNoticeSettings(viewer.id, body)
      return findNoticeSettings()
    },
  }),
]
