import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Messages } from './messages'

const message = { key: 'text 1', to: '+18455550188', subject: 'Canceled', at: 'Nov 24', state: 'sent' } as const
const shown = (change: object) =>
  renderToStaticMarkup(createElement(Messages, { messages: [{ ...message, ...change }] }))

test('Phone numbers are formatted, and email addresses are shown as they are', () => {
  expect(shown({})).toContain('to (845) 555-0188')
  expect(shown({ to: 'ann1@stirrup.example' })).toContain('to ann1@stirrup.example')
})

test('A demo, which sends no email, doesn’t look as if sending had failed', () => {
  expect(shown({ state: 'demo' })).toContain('Demo: not sent')
})
