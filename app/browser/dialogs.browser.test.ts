import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openTab, page } from './test-support'

const list = (dialog = '', shown = '') =>
  page(`<a id="add" data-stay href="/school/list/new">Add</a>${shown}`, {
    title: dialog ? 'Add' : 'List',
    after: dialog,
  })
const DIALOG = `<dialog open data-page data-stay data-key="new"><form method="post" action="/school/list/new"><input name="name">
  <button>Save</button></form><p>Words</p><a id="cancel" href="/school/list">Cancel</a><a data-close href="/school/list">✕</a></dialog>`

/** Opens the list's dialog through its link. */
async function openDialog(dialog = DIALOG) {
  const tab = await openTab(list())
  tab.find('#add').focus()
  tab.find('#add').click()
  ;(await tab.next()).answer(list(dialog))
  await tab.settled()
  return tab
}

test('A dialog in an answer is a modal with an address of its own', async () => {
  const tab = await openDialog()
  expect(tab.find('dialog').matches(':modal')).toBe(true)
  expect([tab.address, tab.has('[data-page]')]).toEqual(['/school/list/new', false])
})

test('A dialog that comes with the page becomes a modal, and the screen below is no longer inert', async () => {
  const tab = await openTab(list(DIALOG).replace('id="page"', 'id="page" inert'), { address: '/school/list/new' })
  expect(tab.find('dialog').matches(':modal')).toBe(true)
  expect([tab.has('[inert]'), tab.has('[data-page]')]).toEqual([false, false])
})

test.each([
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['its backdrop', (tab: Awaited<ReturnType<typeof openTab>>) => tab.find('dialog').click()],
  ['a link that leads back', (tab: Awaited<ReturnType<typeof openTab>>) => tab.find('#cancel').click()],
  ['its cross', (tab: Awaited<ReturnType<typeof openTab>>) => tab.find('[data-close]').click()],
])(
  'Closed by %s, a dialog is gone at once, its history step undone, and the focus back where it was',
  async (_, close) => {
    const tab = await openDialog()
    await close(tab)
    const read = await tab.next()
    expect([tab.has('dialog'), read.address]).toEqual([false, '/school/list'])
    expect(tab.document.activeElement).toBe(tab.find('#add'))
    read.answer(list('', 'Fresh'))
    await tab.settled()
    expect([tab.address, tab.document.title, tab.find('#main').textContent]).toEqual([
      '/school/list',
      'List',
      'AddFresh',
    ])
    // The step is still there for Forward, so nothing was added after it.
    tab.window.history.forward()
    expect((await tab.next()).address).toBe('/school/list/new')
  },
)

test('A dialog that leads to another screen gives the focus to that screen', async () => {
  const tab = await openTab(list())
  tab.find('#add').click()
  ;(await tab.next()).answer(page('Other', { screen: 'other', after: DIALOG }).replace('id="page"', 'id="page" inert'))
  await tab.settled()
  tab.find('#cancel').click()
  expect(tab.document.activeElement).toBe(tab.find('#main'))
})

test('A dialog closes without a network too: the screen stays visible, and no error is shown', async () => {
  const tab = await openDialog()
  tab.find('#cancel').click()
  ;(await tab.next()).fail()
  await tab.settled()
  expect([tab.address, tab.has('dialog'), tab.has('[role=alert]'), tab.has('#add')]).toEqual([
    '/school/list',
    false,
    false,
    true,
  ])
})

test('Text typed into a dialog is not lost by accident: closing asks first', async () => {
  const tab = await openDialog()
  const confirm = vi.fn(() => false)
  tab.window.confirm = confirm
  tab.fill('dialog input', 'Ada')
  tab.find('dialog').click()
  tab.find('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
  expect([confirm.mock.calls.length, tab.has('dialog[open]'), tab.asked.length]).toEqual([2, true, 1])
  confirm.mockReturnValue(true)
  tab.find('dialog').click()
  expect([(await tab.next()).address, tab.has('dialog')]).toEqual(['/school/list', false])
})

test.each([
  ['its own link leads back', DIALOG, '#cancel'],
  ['it is a search', DIALOG.replace('"post"', '"get"'), 'dialog'],
])('A dialog closes without a question, though something was typed, if %s', async (_, dialog, pressed) => {
  const tab = await openDialog(dialog)
  tab.window.confirm = () => false
  tab.fill('dialog input', 'Ada')
  tab.find(pressed).click()
  expect(tab.has('dialog')).toBe(false)
})

test('Canceling the choice of a file keeps the dialog open', async () => {
  const tab = await openDialog()
  tab.find('dialog input').dispatchEvent(new Event('cancel', { bubbles: true }))
  expect([tab.has('dialog[open]'), tab.asked.length]).toEqual([true, 1])
})

test('A click into a dialog, or one that opens another tab, closes nothing', async () => {
  const tab = await openDialog()
  tab.find('dialog p').click()
  tab.window.addEventListener('click', (event) => event.preventDefault(), { once: true })
  tab.find('#cancel').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  expect([tab.has('dialog[open]'), tab.asked.length]).toEqual([true, 1])
})

test('A dialog without a way back stays until it is answered', async () => {
  const tab = await openDialog(DIALOG.replace(/<a id=.*<\/a>/, ''))
  const cancel = new Event('cancel', { cancelable: true })
  tab.find('dialog').dispatchEvent(cancel)
  tab.find('dialog').click()
  expect([cancel.defaultPrevented, tab.has('dialog[open]'), tab.asked.length]).toEqual([true, true, 1])
})

test('A saved dialog is closed by its answer, its history step undone, and the focus given back', async () => {
  const tab = await openDialog()
  tab.find('dialog button').click()
  ;(await tab.next()).answer(list('', 'Ada'), { at: '/school/list' })
  await tab.settled()
  expect([tab.address, tab.has('dialog'), tab.trail]).toEqual(['/school/list', false, []])
  expect(tab.document.activeElement).toBe(tab.find('#add'))
})

test('A refused dialog stays the same one, open, with its address', async () => {
  const tab = await openDialog()
  const dialog = tab.find('dialog')
  tab.fill('dialog input', 'Ada')
  const button = tab.find('dialog button')
  button.focus()
  button.click()
  ;(await tab.next()).answer(
    list(DIALOG.replace('<p>', '<p role="alert">No: ').replace('name="name"', 'name="name" value="Ada"')),
    {
      status: 400,
    },
  )
  await tab.settled()
  expect(tab.find('dialog')).toBe(dialog)
  expect(tab.document.activeElement).toBe(button)
  expect([dialog.matches(':modal'), tab.find<HTMLInputElement>('dialog input').value, tab.address]).toEqual([
    true,
    'Ada',
    '/school/list/new',
  ])
  expect([tab.find('dialog [role=alert]').textContent, tab.has('[data-page]')]).toEqual(['No: Words', false])
})

test('Notifications are shown inside an open modal dialog, also in its next answer, and outlive it', async () => {
  const tab = await openDialog()
  const homes = () => [...tab.document.querySelectorAll('.toasts')].map(({ parentElement }) => parentElement?.tagName)
  expect(homes()).toEqual(['DIALOG'])
  tab.find('dialog button').click()
  ;(await tab.next()).answer(list(DIALOG), { status: 400 })
  await tab.settled()
  expect(homes()).toEqual(['DIALOG'])
  tab.find('#cancel').click()
  await tab.next()
  expect(homes()).toEqual(['BODY'])
})

test('Details that are unfolded in a dialog scroll into view', async () => {
  const tab = await openDialog(
    DIALOG.replace(
      '<p>',
      '<div id="box" style="height: 100px; overflow: auto"><div style="height: 75px"></div><details><summary>More</summary><div style="height: 20px">More</div></details></div><p>',
    ),
  )
  tab.find('summary').click()
  await expect.poll(() => tab.find('#box').scrollTop).toBeGreaterThan(0)
})
