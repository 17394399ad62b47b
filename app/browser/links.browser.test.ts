import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

/** Clicks, and returns what the page's scripts did. The browser's own action is prevented. */
function click(tab: Awaited<ReturnType<typeof openTab>>, selector: string, init: MouseEventInit = {}) {
  let isLeftToBrowser = false
  tab.window.addEventListener(
    'click',
    (event) => {
      isLeftToBrowser = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  tab.find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  return { isLeftToBrowser, requests: tab.asked.length, leaving: 'loading' in tab.document.documentElement.dataset }
}

const LEFT_ALONE = { isLeftToBrowser: true, requests: 0, leaving: false }

test('A click for another tab, window or file is left to the browser, and so is a link to another site', async () => {
  const tab = await openTab(
    page(`<div data-stay><a id="plain" href="/school/a">A</a><a id="tab" href="/school/a" target="_blank">A</a>
      <a id="file" href="/school/a" download>A</a><a id="site" href="https://example.org/a">A</a><b id="text">A</b></div>`),
  )
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])
    expect([key, click(tab, '#plain', { [key]: true })]).toEqual([key, LEFT_ALONE])
  expect(click(tab, '#plain', { button: 1 })).toEqual(LEFT_ALONE)
  for (const other of ['#tab', '#file', '#site', '#text'])
    expect([other, click(tab, other)]).toEqual([other, LEFT_ALONE])
  expect(click(tab, '#plain').isLeftToBrowser).toBe(false)
  expect((await tab.next()).address).toBe('/school/a')
})

test('A click that was already handled is left alone', async () => {
  const tab = await openTab(page('<a id="a" href="/school/a" data-stay>A</a>'))
  tab.find('#a').addEventListener('click', (event) => event.preventDefault())
  tab.find('#a').click()
  expect(tab.asked).toEqual([])
})

test('A link to a new page shows that the page is being left; one to a file or within this page does not', async () => {
  const tab = await openTab(
    page(`<a id="file" href="/school/students/export">A</a><a id="paper" href="/school/receipt.pdf">A</a>
      <a id="place" href="#main">A</a><a id="away" href="/school/a">A</a>`),
  )
  for (const one of ['#file', '#paper', '#place']) expect([one, click(tab, one)]).toEqual([one, LEFT_ALONE])
  expect(click(tab, '#away')).toEqual({ ...LEFT_ALONE, leaving: true })
})

test('Print prints the page', async () => {
  const tab = await openTab(page('<button id="print" data-print><b>Print</b></button>'))
  let prints = 0
  tab.window.print = () => void prints++
  tab.find('#print b').click()
  expect(prints).toBe(1)
})
