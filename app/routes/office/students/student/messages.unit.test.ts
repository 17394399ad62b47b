import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Messages } from './messages'

const message = { key: 'text 1', to: '+18455550188', subject: 'Canceled', at: 'Nov 24', state: 'sent' } as const
const shown = (change: object) =>
  renderToStaticMarkup(createElement(Messages, { messages: [{ ...message, ...change }] }))

test('A phone that was texted reads as people write it, an address as it is', () => {
  expect(shown({})).toContain('to (845) 555-0188')
  expect(shown({ to: 'ann1@stirrup.example' })).toContain('to ann1@stirrup.example')
})

test('A demo, which sends no email, does not read as if the school had failed to', () => {
  expect(shown({ state: 'demo' })).toContain('Demo: not sent')
})
