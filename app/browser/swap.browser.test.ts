import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

const GO = '<a id="go" data-stay href="/school/list">Go</a>'
type Tab = Awaited<ReturnType<typeof openTab>>

/** Shows a link's answer in the page. */
async function show(tab: Tab, html: string) {
  tab.find('#go').click()
  ;(await tab.next()).answer(html)
  await tab.settled()
}

const fields = (own: string, other: string, more = '') =>
  page(`${GO}<form id="form" data-stay method="post" action="/school/save">
  <input name="own" value="${own}"><button>Save</button></form>
  <form id="elsewhere"><input name="other" value="${other}"><input type="checkbox" name="tick"><select name="choice"><option>A</option><option>B</option></select>
  <textarea name="note">${other}</textarea></form>${more}`)

function typeElsewhere(tab: Tab) {
  tab.fill('[name=other]', 'Half a na')
  tab.fill('[name=note]', 'Half a no')
  tab.fill('select', 'B')
  tab.find('[name=tick]').click()
}
const elsewhere = (tab: Tab) => [
  ...['[name=other]', '[name=note]', 'select'].map((one) => tab.find<HTMLInputElement>(one).value),
  tab.find<HTMLInputElement>('[name=tick]').checked,
]

test('Typed, checked and chosen values stay when the page is replaced by another', async () => {
  const tab = await openTab(fields('1', 'Name'))
  typeElsewhere(tab)
  await show(tab, fields('2', 'Other'))
  expect(elsewhere(tab)).toEqual(['Half a na', 'Half a no', 'B', true])
  // An untouched field has the server's value.
  expect(tab.find<HTMLInputElement>('[name=own]').value).toBe('2')
})

test('A submitted form shows the server’s values, and leaves alone what is typed elsewhere', async () => {
  const tab = await openTab(fields('1', 'Name'))
  typeElsewhere(tab)
  tab.fill('[name=own]', ' 5 ')
  tab.find('#form button').click()
  ;(await tab.next()).answer(fields('5.00', 'Name'), { at: '/school/list' })
  await tab.settled()
  expect(tab.find<HTMLInputElement>('[name=own]').value).toBe('5.00')
  expect(elsewhere(tab)).toEqual(['Half a na', 'Half a no', 'B', true])
})

test('The focused field keeps the focus, its text and the cursor', async () => {
  const tab = await openTab(fields('Stirrup', 'Name'))
  const field = tab.find<HTMLInputElement>('[name=own]')
  field.focus()
  field.setSelectionRange(2, 4)
  await show(tab, fields('Saddle', 'Name', '<p>More</p>'))
  expect(tab.document.activeElement).toBe(field)
  expect([field.isConnected, field.value, field.selectionStart, field.selectionEnd]).toEqual([true, 'Stirrup', 2, 4])
})

test('The focused button keeps the focus, and shows the server’s text', async () => {
  const tab = await openTab(page(`${GO}<button id="mark">Present</button>`))
  const button = tab.find('#mark')
  button.focus()
  await show(tab, page(`${GO}<button id="mark">Absent</button>`))
  expect(tab.document.activeElement).toBe(button)
  expect(button.textContent).toBe('Absent')
})

test('Unfolded details stay unfolded, and folded ones folded', async () => {
  const parts = (words: string) =>
    page(`${GO}<details id="one"><summary>One</summary>${words}</details>
    <details id="two" open><summary>Two</summary>${words}</details>`)
  const tab = await openTab(parts('Before'))
  tab.find<HTMLDetailsElement>('#one').open = true
  tab.find<HTMLDetailsElement>('#two').open = false
  await show(tab, parts('After'))
  expect(['#one', '#two'].map((one) => tab.find<HTMLDetailsElement>(one).open)).toEqual([true, false])
  expect(tab.find('#one').textContent).toBe('OneAfter')
})

const rows = (...names: string[]) =>
  page(
    `${GO}<ul>${names
      .map(
        (name) => `<li id="${name}"><span>${name}</span>
  <form data-stay method="post" action="/school/book">${name.endsWith('booked') ? '' : `<button id="b-${name}">Book</button>`}</form></li>`,
      )
      .join('')}</ul>`,
  )

test('A row with an ID keeps its element, whatever is added or removed before it', async () => {
  const tab = await openTab(rows('ann', 'bob', 'cyd'))
  const [bob, cyd] = ['#bob', '#cyd'].map((one) => tab.find(one))
  await show(tab, rows('zoe', 'cyd', 'bob'))
  expect([...tab.document.querySelectorAll('li')].map(({ id }) => id)).toEqual(['zoe', 'cyd', 'bob'])
  expect(tab.find('#bob')).toBe(bob)
  expect(tab.find('#cyd')).toBe(cyd)
})

test('Keyboard focus stays in a row whose button is gone', async () => {
  const row = (done: boolean) =>
    page(`<ul><li id="ann">Ann</li><li id="bob">Bob<form data-stay method="post" action="/school/book">
      ${done ? 'Booked' : '<button>Book</button>'}</form></li></ul>`)
  const tab = await openTab(row(false))
  tab.find('button').focus()
  tab.find('button').click()
  ;(await tab.next()).answer(row(true), { at: '/school/list' })
  await tab.settled()
  expect(tab.document.activeElement).toBe(tab.find('#bob'))
})

test('Keyboard focus goes from the Undo of a notification to the next notification', async () => {
  const toast = (shown: string) => page('').replace('tabindex="-1">', `tabindex="-1"><div class="toast">${shown}</div>`)
  const tab = await openTab(
    toast('Saved<form data-stay method="post" action="/school/undo"><button>Undo</button></form>'),
  )
  tab.find('button').focus()
  tab.find('button').click()
  ;(await tab.next()).answer(toast('Undone'), { at: '/school/list' })
  await tab.settled()
  expect(tab.document.activeElement).toBe(tab.find('.toasts'))
})

test('Another screen starts at its top, with the focus on its subject', async () => {
  const tab = await openTab(page(`${GO}<div style="height: 3000px"></div>`))
  tab.window.scrollTo(0, 500)
  await show(tab, page('Another<div style="height: 3000px"></div>', { screen: 'other' }))
  expect([tab.window.scrollY, tab.document.body.dataset.screen]).toEqual([0, 'other'])
  expect(tab.document.activeElement).toBe(tab.find('#main'))
})

test('The same screen keeps its scroll position', async () => {
  const tab = await openTab(page(`${GO}<div style="height: 3000px"></div>`))
  tab.window.scrollTo(0, 500)
  await show(tab, page(`${GO}<div style="height: 2900px"></div>`))
  expect(tab.window.scrollY).toBe(500)
})

test('An error page, which has no main part, is shown too', async () => {
  const tab = await openTab(page(GO))
  await show(tab, '<title>Gone</title><body><h1>Gone</h1></body>')
  expect([tab.document.title, tab.document.body.textContent]).toEqual(['Gone', 'Gone'])
})

test('A script in an answer does not run, on the same screen or another one', async () => {
  const tab = await openTab(page(GO))
  const script = `<script>window.ran = true</script>`
  await show(tab, page(`${GO}${script}`))
  await show(tab, page(`${GO}${script}`, { screen: 'other' }))
  expect(tab.document.querySelectorAll('main script').length).toBe(1)
  expect('ran' in tab.window).toBe(false)
})

test('A refused form leads to the invalid field, an accepted one to none', async () => {
  const form = (fault: string) =>
    page(`<form data-stay method="post" action="/school/save"><input name="a"><input name="b" ${fault}>
    <button>Save</button></form>`)
  const tab = await openTab(form(''))
  for (const [status, focused] of [
    [400, 'b'],
    [200, null],
  ] as const) {
    const button = tab.find('button')
    button.focus()
    button.click()
    ;(await tab.next()).answer(form('autofocus'), { at: '/school/list', status })
    await tab.settled()
    expect([status, tab.document.activeElement?.getAttribute('name') ?? null]).toEqual([status, focused])
  }
})
