import { expect, test } from 'vitest'
import { z } from 'zod'
import type { RosterRider } from '~/models/schedule/week/roster.server'
import { Busy, Outdated, Refused } from '~/platform/refused'
import { versionOf } from '~/platform/version'
import { useRideAnswer } from '~/routes/office/lessons/rider/use-ride-answer'
import { formAction } from '~/web/form-action.server'
import { shownAfter } from '../../../test/shown-after'
import { Visitor } from '../../../test/visitor'
import { useRowAnswer } from './row-form'
import { useAnswer } from './use-answer'

const schema = z.object({ name: z.string('Name is required').min(1, 'Name is required') })
const present = 'present-7'
const rider = { version: present } as RosterRider

/** The kinds of forms with a version; each is shown again by what it does with an answer. */
const FORMS: Record<string, { fields?: Record<string, string>; useShown: () => string | undefined }> = {
  screen: { useShown: () => useAnswer(schema, { version: present }).version },
  'row of a list': { fields: { id: '3' }, useShown: () => useRowAnswer().of(3)?.version ?? present },
  ride: { fields: { intent: 'present' }, useShown: () => useRideAnswer(rider, '').ride.version },
  'removal of a ride': { fields: { intent: 'remove-weekly' }, useShown: () => useRideAnswer(rider, '').removal },
  note: { fields: { intent: 'note' }, useShown: () => useRideAnswer(rider, '').note.version },
}

async function answerTo(fields: Record<string, string>, refusal: Error) {
  const action = formAction({ guard: () => null, schema, run: () => Promise.reject(refusal) })
  return (await new Visitor().post(action, '/', fields)).body
}

const SENT = ['', 'opened-5', versionOf({ phone: '111' })]
const REFUSALS = [new Refused('in_use', 'In use'), new Busy()]

test.each(Object.entries(FORMS))(
  'A refused form keeps the version that it was sent with beside what was typed: %s',
  async (_, form) => {
    for (const version of SENT) {
      const sent = { ...form.fields, version }
      const answers = [
        await answerTo({ ...sent, name: '' }, new Error('Not reached')),
        ...(await Promise.all(REFUSALS.map((refusal) => answerTo({ ...sent, name: 'Ann' }, refusal)))),
      ]
      const next = await Promise.all(answers.map((answer) => shownAfter(form.useShown, answer)))
      expect(next).toEqual(answers.map(() => version))
    }
  },
)

test.each(Object.entries(FORMS))(
  'A form whose state has changed says so once, and is based on the present one then: %s',
  async (_, form) => {
    const sent = { ...form.fields, name: 'Ann', version: 'opened-5' }
    const told = await answerTo(sent, new Outdated('It is now Max', 'told-6'))
    expect(await shownAfter(form.useShown, told)).toBe('told-6')
    const reread = await answerTo(sent, new Outdated('Read it again'))
    expect(await shownAfter(form.useShown, reread)).toBe(await shownAfter(form.useShown, null))
  },
)

test('A form with a field of its own for the version gets no second one', async () => {
  const answer = await answerTo({ name: '', version: 'opened-5' }, new Error('Not reached'))
  expect(await shownAfter(() => useAnswer(schema).version, answer)).toBeUndefined()
})
