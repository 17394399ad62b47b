import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openTab, page, soon } from './test-support'

const menu = (screen: string) =>
  page(
    `<div class="menu"><button id="more" type="button" popovertarget="list">More</button><div id="list" popover="auto" class="menu-list">
      <a id="one" class="menu-item" href="#one">One</a><a class="menu-item" href="#phone" style="display: none">Phones alone</a>
      <p class="menu-note">A note</p><a id="two" class="menu-item" href="#two">Two</a><a id="three" class="menu-item" href="#three">Three</a></div></div>`,
    { screen },
  )
const isOpen = (tab: Awaited<ReturnType<typeof openTab>>) => tab.find('#list').matches(':popover-open')

test('The arrow keys open a menu and cycle through the items visible at this width', async () => {
  const tab = await openTab(menu('routes/portal/home'))
  tab.find('#more').focus()
  const seen: (string | undefined)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await userEvent.keyboard(`{${key}}`)
    seen.push(tab.document.activeElement?.id)
  }
  expect(seen).toEqual(['one', 'two', 'three', 'one', 'three', 'two'])
  expect(isOpen(tab)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect([isOpen(tab), tab.document.activeElement?.id]).toEqual([false, 'more'])
  await userEvent.keyboard('{ArrowUp}')
  expect(tab.document.activeElement?.id).toBe('three')
})

test('Choosing an item closes its menu', async () => {
  const tab = await openTab(menu('routes/portal/home'))
  tab.find('#more').click()
  expect(isOpen(tab)).toBe(true)
  tab.find('.menu-note').click()
  expect(isOpen(tab)).toBe(true)
  tab.find('#two').click()
  expect(isOpen(tab)).toBe(false)
})

test('The office’s menu on a desktop is loaded once, when the pointer comes near, and opens with its items', async () => {
  const openMenu = vi.fn<(button: Element, entries: Element[], byKeys: boolean) => void>()
  const fetched = vi.fn(() => ({ openMenu }))
  const tab = await openTab(menu('routes/office/students'), { islands: { 'menu.tsx': fetched } })
  tab.find('#main').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  expect(fetched).not.toHaveBeenCalled()
  tab.find('#more').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  await soon(() => fetched.mock.calls.length)
  tab.find('#more').focus()
  tab.find('#more').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  await userEvent.keyboard('{ArrowDown}')
  await soon(() => openMenu.mock.calls.length === 2)
  expect(
    openMenu.mock.calls.map(([button, entries, byKeys]) => [button.id, entries.map((one) => one.textContent), byKeys]),
  ).toEqual([false, true].map((byKeys) => ['more', ['One', 'A note', 'Two', 'Three'], byKeys]))
  expect([fetched.mock.calls.length, isOpen(tab)]).toEqual([1, false])
})

test('If the office’s menu cannot be loaded, the browser opens its own', async () => {
  const tab = await openTab(menu('routes/office/students'), {
    islands: { 'menu.tsx': () => Promise.reject(new Error()) },
  })
  tab.find('#more').click()
  await expect.poll(() => isOpen(tab)).toBe(true)
})
