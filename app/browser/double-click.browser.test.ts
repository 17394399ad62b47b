import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

const LESSON =
  '<div class="week"><div class="lesson"><a href="/admin/lessons/2026-11-24/16:00/Hack">Hack</a><ul></ul></div></div>'
const ADD = `<dialog open data-page data-stay data-key="add">
  <form method="post" action="/admin/lessons/2026-11-24/16:00/Hack/add"><label><input type="checkbox" name="riderId" value="ava" checked><span>Ava</span></label>
  <button>Add Student</button></form></dialog>`
const below = '<p>Emma is absent</p><button id="below">Present, Emma</button>'

/** Opens a tab whose dialog adds a rider, and counts the clicks that reach what is below. */
async function openDialog() {
  const tab = await openTab(page(LESSON + below, { after: ADD }))
  const reached: string[] = []
  tab.find('#below').addEventListener('click', () => reached.push('below'))
  /** Presses what is at a point, as a mouse or a finger does. */
  const press = (selector: string, { detail = 1, x = 100, y = 100 } = {}) => {
    const at = { bubbles: true, cancelable: true, clientX: x, clientY: y, detail }
    tab.find(selector).dispatchEvent(new tab.window.PointerEvent('pointerdown', at))
    tab.find(selector).dispatchEvent(new tab.window.MouseEvent('click', at))
  }
  return { tab, reached, press }
}

test('The second click of a double one does not reach what the first has uncovered', async () => {
  const { tab, reached, press } = await openDialog()
  press('dialog button')
  expect(tab.has('dialog[open]')).toBe(false)
  press('#below', { detail: 2 })
  press('#below', { detail: 3 })
  expect(reached).toEqual([])
  expect((await tab.next()).address).toBe('/admin/lessons/2026-11-24/16:00/Hack/add')
})

test('A click elsewhere, a key, and a second click on the same thing are meant', async () => {
  const { reached, press, tab } = await openDialog()
  press('dialog button')
  press('#below', { detail: 2, y: 140 })
  expect(reached).toEqual(['below'])
  press('#below', { detail: 2, y: 140 })
  expect(reached).toEqual(['below', 'below'])
  tab.find('#below').click()
  expect(reached).toEqual(['below', 'below', 'below'])
})

test('What an answer has replaced by its like can be pressed fast', async () => {
  const { tab, reached, press } = await openDialog()
  press('#below')
  const next = tab.find('#below').cloneNode(true)
  next.addEventListener('click', () => reached.push('next'))
  tab.find('#below').replaceWith(next)
  press('#below', { detail: 2 })
  expect(reached).toEqual(['below', 'next'])
})
