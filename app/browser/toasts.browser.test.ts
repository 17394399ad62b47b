import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

const TOAST =
  '<div id="toast-1" class="toast"><p>Saved</p><input type="checkbox" class="toast-close" aria-label="Dismiss"></div>'
const withToast = (shown = '') => page(shown).replace('tabindex="-1">', `tabindex="-1">${TOAST}`)
const point = (type: string, clientX: number, clientY = 0) =>
  new PointerEvent(type, { bubbles: true, clientX, clientY })

test('F8 leads to the notifications, and a notification’s cross dismisses it', async () => {
  const tab = await openTab(withToast())
  tab.document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8' }))
  expect(tab.document.activeElement).toBe(tab.find('.toasts'))
  tab.find('.toast-close').click()
  expect(tab.has('.toast')).toBe(false)
})

test('A swipe to the side dismisses a notification, a short one does not', async () => {
  const tab = await openTab(withToast())
  const toast = tab.find('.toast')
  toast.firstElementChild?.dispatchEvent(point('pointerdown', 100))
  tab.document.dispatchEvent(point('pointermove', 130))
  expect(toast.style.translate).toBe('30px')
  tab.document.dispatchEvent(point('pointerup', 130))
  expect([toast.isConnected, toast.style.translate]).toEqual([true, ''])
  toast.dispatchEvent(point('pointerdown', 100))
  tab.document.dispatchEvent(point('pointerup', 40))
  expect(toast.isConnected).toBe(false)
})

test('A notification of the browser’s own is announced, and replaces the last one', async () => {
  const tab = await openTab(
    withToast('<form data-stay method="post" action="/school/save"><button>Save</button></form>'),
  )
  tab.find('form button').click()
  ;(await tab.next()).fail()
  await tab.settled()
  const toasts = [...tab.document.querySelectorAll<HTMLElement>('.toasts > *')]
  expect(toasts.map(({ role, dataset }) => [role, dataset.type])).toEqual([['alert', 'error']])
})

test('A notification is at the top of the window if the pressed button, or a row below it, is at the bottom', async () => {
  const tab = await openTab(withToast('<a data-stay href="/school/list">Go</a>'))
  const high: boolean[] = []
  for (const y of [700, 500, 100]) {
    tab.find('a').dispatchEvent(point('pointerdown', 10, y))
    tab.find('a').click()
    ;(await tab.next()).answer(withToast('<a data-stay href="/school/list">Go</a>'))
    await tab.settled()
    high.push('high' in tab.find('.toasts').dataset)
  }
  expect(high).toEqual([true, true, false])
})
