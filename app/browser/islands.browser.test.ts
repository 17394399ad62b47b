import { expect, test, vi } from 'vitest'
import { openTab, page, soon } from './test-support'

/** An island with its file, and a record of what happens to it. */
function refund() {
  const events: string[] = []
  const start = vi.fn((element: HTMLElement, props: unknown, _: { refresh: () => void }) => {
    events.push(`${'started' in element.dataset ? 'goes on' : 'starts'} ${JSON.stringify(props)}`)
    element.querySelector('b')?.append('!')
    return () => void events.push(`ends ${JSON.stringify(props)}`)
  })
  return { events, start, islands: { 'refund.ts': () => ({ start }) } }
}
const island = (props: number, words = '', name = 'refund') =>
  `<div data-island="${name}" data-props="${props}"><b>Part</b>${words}</div>`
const around = (shown: string, screen = 'list') =>
  page(`<a id="go" data-stay href="/school/list">Go</a>${shown}`, { screen })

/** A file that stays pending until the test delivers it. */
function whenever<T>(file: T) {
  let comes = () => {}
  const promise = new Promise<T>((resolve) => {
    comes = () => resolve(file)
  })
  return { promise, comes }
}

async function show(tab: Awaited<ReturnType<typeof openTab>>, html: string) {
  tab.find('#go').click()
  ;(await tab.next()).answer(html)
  await tab.settled()
}

test('An island starts once with the page’s props, and keeps running while they are the same', async () => {
  const { events, islands } = refund()
  const tab = await openTab(around(island(1)), { islands })
  await expect.poll(() => tab.has('[data-started]')).toBe(true)
  await show(tab, around(`<p>New</p>${island(1, 'Other words')}`))
  await show(tab, around(island(1)))
  // The browser has checked visibility once more, and read the file.
  await new Promise((resolve) => new IntersectionObserver(resolve).observe(tab.find('[data-island] > b')))
  await tab.window.eval("import('/app/browser/islands/refund.ts')")
  await new Promise((resolve) => setTimeout(resolve))
  expect(events).toEqual(['starts 1'])
  expect([tab.find('[data-island]').textContent, tab.has('[data-started]')]).toEqual(['Part!', true])
})

test('An island whose props change ends, and starts again on the server’s new HTML', async () => {
  const { events, islands } = refund()
  const tab = await openTab(around(island(1)), { islands })
  await expect.poll(() => events.length).toBe(1)
  await show(tab, around(island(2, ' two')))
  await expect.poll(() => events).toEqual(['starts 1', 'ends 1', 'starts 2'])
  expect(tab.find('[data-island]').textContent).toBe('Part! two')
})

test.each([
  ['by a part of the same screen', around('<p>Gone</p>')],
  ['by what is no island in its place', around('<div><b>Part</b></div>')],
  ['with its screen', around('Gone', 'other')],
])('An island that leaves the page %s is ended, once', async (_, next) => {
  const { events, islands } = refund()
  const tab = await openTab(around(island(1)), { islands })
  await expect.poll(() => events.length).toBe(1)
  await show(tab, next)
  await show(tab, next)
  expect([events, tab.has('[data-started]')]).toEqual([['starts 1', 'ends 1'], false])
})

test('An island whose file arrives when its page is gone does not start', async () => {
  const { start } = refund()
  const late = whenever({ start })
  const asked = vi.fn(() => late.promise)
  const tab = await openTab(around(island(1)), { islands: { 'refund.ts': asked } })
  await soon(() => asked.mock.calls.length)
  await show(tab, around(island(2)))
  await show(tab, around('Gone', 'other'))
  late.comes()
  // The browser has read the file and processed what follows.
  await tab.window.eval("import('/app/browser/islands/refund.ts')")
  await new Promise((resolve) => setTimeout(resolve))
  expect(start).not.toHaveBeenCalled()
})

test('An island whose props change while its file is loading starts once, with the new ones', async () => {
  const { start, events } = refund()
  const late = whenever({ start })
  const asked = vi.fn(() => late.promise)
  const tab = await openTab(around(island(1)), { islands: { 'refund.ts': asked } })
  await soon(() => asked.mock.calls.length)
  await show(tab, around(island(2)))
  late.comes()
  await soon(() => events.length)
  await show(tab, around(island(2)))
  expect(events).toEqual(['starts 2'])
})

test('A form whose island’s file cannot be loaded is sent without it', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('No signal')))
  const tab = await openTab(
    around(
      `<div data-island="refund" data-props="1"><form data-stay method="post" action="/school/refund"><input name="by" value="all">
      <button>Refund</button></form></div>`,
    ),
    { islands: { 'refund.ts': asked } },
  )
  await soon(() => asked.mock.calls.length)
  tab.find('button').click()
  const sent = await tab.next()
  expect(sent.body).toBe('by=all')
  sent.answer(around('Refunded'))
  await tab.settled()
  expect(tab.find('#main').textContent).toBe('GoRefunded')
})

test('An island below the fold starts when it scrolls into view', async () => {
  const { events, islands } = refund()
  const tab = await openTab(around(`${island(1)}<div style="height: 9000px"></div>${island(2)}`), { islands })
  await expect.poll(() => events.length).toBe(1)
  expect(events).toEqual(['starts 1'])
  tab.window.scrollTo(0, 9000)
  await expect.poll(() => events).toEqual(['starts 1', 'starts 2'])
})

test('An island can have its page fetched again, without a history step', async () => {
  const { start, islands } = refund()
  const tab = await openTab(around(island(1)), { islands })
  await expect.poll(() => start.mock.calls.length).toBe(1)
  start.mock.calls[0]?.[2].refresh()
  const read = await tab.next()
  expect(read.address).toBe('/school/list')
  read.answer(around('Read again'))
  await tab.settled()
  expect([tab.find('#main').textContent, tab.trail]).toEqual(['GoRead again', []])
})
