import { expect, test, vi } from 'vitest'
import { openTab, page } from './test-support'

const NO_ANSWER = "We couldn't reach the schoolWhat you entered is still here. Please try again."
const form = (name = 'Ada', button = 'Save') => `<form id="form" data-stay method="post" action="/school/save">
  <input name="name" value="${name}"><button name="intent" value="save" data-busy="Saving…">${button}</button></form>`

test('A form that is submitted twice is sent once, and its button shows progress until the answer', async () => {
  const tab = await openTab(page(form()))
  const button = tab.find<HTMLButtonElement>('#form button')
  for (let click = 0; click < 3; click++) button.click()
  const sent = await tab.next()
  expect([button.textContent, button.ariaDisabled]).toEqual(['Saving…', 'true'])
  sent.answer(page(form('Ada')), { at: '/school/list' })
  await tab.settled()
  expect([tab.asked.length, sent.body]).toEqual([1, 'name=Ada&intent=save'])
  expect([button.isConnected, button.textContent, button.ariaDisabled]).toEqual([true, 'Save', null])
  button.click()
  expect((await tab.next()).method).toBe('POST')
})

test('A button keeps the text that the answer gives it', async () => {
  const tab = await openTab(page(form()))
  tab.find('#form button').click()
  ;(await tab.next()).answer(page(form('Ada', 'Save anyway')), { at: '/school/list', status: 409 })
  await tab.settled()
  expect(tab.find('#form button').textContent).toBe('Save anyway')
})

test('Without an answer the input stays, the page says so, and the form can be sent again', async () => {
  const tab = await openTab(page(form()))
  const field = tab.fill('#form input', 'Bea')
  const button = tab.find('#form button')
  for (const fails of [
    ({ fail }: Awaited<ReturnType<typeof tab.next>>) => fail(),
    ({ answer }: Awaited<ReturnType<typeof tab.next>>) =>
      answer(page('Away'), { status: 503, headers: { 'Content-Type': 'text/html', 'Retry-After': '5' } }),
  ]) {
    button.click()
    fails(await tab.next())
    await tab.settled()
    expect([field.value, button.textContent, button.ariaDisabled]).toEqual(['Bea', 'Save', null])
    expect(tab.find('[role=alert]').textContent).toBe(NO_ANSWER)
  }
  button.click()
  const again = await tab.next()
  expect(again.body).toBe('name=Bea&intent=save')
})

test('No error is shown where the page keeps an unanswered change for later', async () => {
  const tab = await openTab(page(form()))
  tab.document.addEventListener('unanswered', (event) => event.preventDefault())
  tab.find('#form button').click()
  ;(await tab.next()).fail()
  await tab.settled()
  expect([tab.has('.toast'), tab.find('#form button').textContent]).toEqual([false, 'Save'])
})

test('A search goes to the address with its fields and button, and of two searches the later one counts', async () => {
  const search = (value: string) => `<form data-stay action="/school/list?old=1"><input name="q" value="${value}">
    <input type="hidden" name="only" value="a b"><button name="in" value="all">Search</button></form>`
  const tab = await openTab(page(search('')))
  tab.fill('[name=q]', 'em')
  tab.find('button').click()
  const first = await tab.next()
  tab.fill('[name=q]', 'emma')
  tab.find('button').click()
  const second = await tab.next()
  expect([first.aborted, first.address]).toEqual([true, '/school/list?q=em&only=a+b&in=all'])
  second.answer(page(search('emma')))
  await tab.settled()
  expect([tab.address, tab.asked.length]).toEqual(['/school/list?q=emma&only=a+b&in=all', 2])
})

test('A button’s formaction and formmethod override the form’s, and a field may have either name', async () => {
  const tab = await openTab(
    page(`<form data-stay method="get" action="/school/list"><input name="action" value="1"><input name="method" value="2">
      <button formaction="/school/remove" formmethod="post">Remove</button></form>`),
  )
  tab.find('button').click()
  const { address, method, body } = await tab.next()
  expect([address, method, body]).toEqual(['/school/remove', 'POST', 'action=1&method=2'])
})

test('Only a form with files is sent as multipart', async () => {
  const tab = await openTab(page(form().replace('<form', '<form enctype="multipart/form-data"')))
  tab.find('#form button').click()
  expect((await tab.next()).body).toBe('[object FormData]')
})

test('A form that opens another tab, and one that is not marked to stay, are left to the browser', async () => {
  const tab = await openTab(
    page(`<form id="tab" data-stay method="post" target="other" action="/school/a"><button>A</button></form>
      <form id="plain" method="post" action="/school/b"><button data-busy="Saving…">B</button></form>`),
    { islands: { 'other-tab.ts': () => ({}) } },
  )
  const left: boolean[] = []
  tab.window.addEventListener('submit', (event) => {
    left.push(!event.defaultPrevented)
    event.preventDefault()
  })
  tab.find('#tab button').click()
  tab.find('#plain button').click()
  expect(left).toEqual([true, true])
  expect('loading' in tab.document.documentElement.dataset).toBe(true)
  await expect.poll(() => tab.find('#plain button').textContent).toBe('Saving…')
  // A second click on it does nothing.
  tab.find('#plain button').click()
  expect([left, tab.asked]).toEqual([[true, true, false], []])
})

test('A form that opens the provider’s page in another tab stays here as long as something is missing', async () => {
  const tab = await openTab(
    page(`<form novalidate method="post" action="/school/card"><input name="phone" required>
      <button data-new-tab>Add a card</button></form>`),
    { islands: { 'other-tab.ts': () => ({}) } },
  )
  tab.window.addEventListener('submit', (event) => event.preventDefault())
  const button = tab.find<HTMLButtonElement>('button')
  button.click()
  expect(button.formTarget).toBe('')
  delete tab.find('form').dataset.sending
  tab.fill('input', '845 555 0177')
  button.click()
  expect(button.formTarget).toBe('_blank')
})

const grid = (
  a: string,
  b: string,
) => `<form data-stay method="post" action="/school/grid"><input name="a" data-save pattern="\\d+"
  value="${a}"><input name="b" data-save value="${b}"><button>Save all</button></form>`

test('Fields that are left one after the other are all saved in turn, and none is lost by the answer to another', async () => {
  const tab = await openTab(page(grid('1', '2')))
  tab.fill('[name=a]', '10')
  const first = await tab.next()
  tab.fill('[name=b]', '20')
  expect('sending' in tab.find('form').dataset).toBe(false)
  first.answer(page(grid('10', '2')), { at: '/school/list' })
  const second = await tab.next()
  expect([first.body, second.body]).toEqual(['a=10&b=2', 'a=10&b=20'])
  second.answer(page(grid('10', '20')), { at: '/school/list' })
  await tab.settled()
  const values = ['a', 'b'].map((name) => tab.find<HTMLInputElement>(`[name=${name}]`).value)
  expect(values).toEqual(['10', '20'])
})

test('A field with an invalid value is not sent when it is left', async () => {
  const tab = await openTab(page(grid('1', '2')))
  tab.fill('[name=a]', 'ten')
  await tab.settled()
  expect(tab.asked).toEqual([])
})

const choice = (chosen: string) => `<form data-stay method="post" action="/school/horse"><select name="horse" data-save>
  ${['Ace', 'Bo', 'Cy'].map((name) => `<option ${name === chosen ? 'selected' : ''}>${name}</option>`).join('')}
  </select><button class="without-scripts" name="intent" value="horse">Set</button></form>`

test('A choice is saved as it was made, though an earlier answer changes the field before its turn', async () => {
  const tab = await openTab(page(choice('Ace')))
  tab.fill('select', 'Bo')
  const first = await tab.next()
  tab.fill('select', 'Cy')
  tab.find<HTMLSelectElement>('select').value = 'Ace'
  first.answer(page(choice('Bo')), { at: '/school/list' })
  const second = await tab.next()
  expect([first.body, second.body]).toEqual(['horse=Bo&intent=horse', 'horse=Cy&intent=horse'])
})

test('A choice that was made before the scripts loaded is saved once they have', async () => {
  const early = page(choice('Ace')).replace(
    '</main>',
    `<script>document.querySelector('select').value = 'Bo'</script></main>`,
  )
  const tab = await openTab(early)
  expect((await tab.next()).body).toBe('horse=Bo&intent=horse')
})

test('A form that follows typing sends one request for all of it, once it is complete, and adds no history step', async () => {
  const live = (
    value: string,
  ) => `<form data-stay data-live action="/school/list"><input name="q" minlength="2" pattern="\\w{2,}"
    value="${value}"></form>`
  const tab = await openTab(page(live('')))
  const waits = vi.spyOn(tab.window, 'setTimeout')
  tab.fill('input', 'e')
  expect(waits).not.toHaveBeenCalled()
  for (const value of ['e', 'em', 'emm', 'emma']) tab.fill('input', value)
  const request = await tab.next()
  request.answer(page(live('emma')))
  await tab.settled()
  expect([tab.asked.length, request.address]).toEqual([1, '/school/list?q=emma'])
  expect([tab.address, tab.trail]).toEqual(['/school/list?q=emma', []])
})

test('A button waits until all required fields have a value, also in an answer', async () => {
  const add = (
    name: string,
  ) => `<form data-stay data-ready method="post" action="/school/add"><button type="button">?</button>
    <input name="a" required><input name="b" required><input name="c"><button data-name="${name}">Add</button></form>`
  const tab = await openTab(page(add('1')))
  const button = () => tab.find<HTMLButtonElement>('[data-name]')
  const states = [button().disabled]
  for (const [field, value] of [
    ['a', 'Ada'],
    ['b', '  '],
    ['b', 'Lovelace'],
  ] as const) {
    tab.fill(`[name=${field}]`, value)
    states.push(button().disabled)
  }
  expect(states).toEqual([true, true, true, false])
  button().click()
  ;(await tab.next()).answer(page(add('2'), { screen: 'other' }), { at: '/school/list' })
  await tab.settled()
  expect([button().dataset.name, button().disabled]).toEqual(['2', true])
})

test('A field for digits drops letters, and keeps what would make another number of it', async () => {
  const tab = await openTab(page('<input id="code" data-digits>'))
  expect([' $12 34a', '220.50', '-50', '1,200'].map((text) => tab.fill('#code', text).value)).toEqual([
    '1234',
    '220.50',
    '-50',
    '1,200',
  ])
})

test('Of buttons that exclude each other the new one appears pressed at once', async () => {
  const tab = await openTab(
    page(`<form data-stay method="post" action="/school/mark"><button id="yes" aria-pressed="false">Yes</button>
      <button id="no" aria-pressed="true">No</button></form>`),
  )
  tab.find('#yes').click()
  await tab.next()
  expect(['#yes', '#no'].map((one) => tab.find(one).ariaPressed)).toEqual(['true', 'false'])
})

const lesson = (rides: string) =>
  page(
    `<div class="week"><div class="lesson"><a href="/admin/lessons/2031-05-16/08:00/Hack">8:00</a>
  <ul>${rides}</ul></div></div>`,
    {
      after: `<dialog open data-key="lesson"><form data-stay method="post" action="/admin/lessons/2031-05-16/08:00/Hack/riders/1">
    <button name="intent" value="present">Present</button><button name="intent" value="remove-one">Remove</button></form>
    <form data-stay method="post" action="/admin/lessons/2031-05-16/08:00/Hack/add"><label><input type="checkbox" name="riderId" value="7" checked><span>Gil</span></label>
    <button id="add">Add</button></form></dialog>`,
    },
  )
const RIDE = '<li class="ride"><a href="/admin/lessons/2031-05-16/08:00/Hack/riders/1">Fay</a></li>'

test('A mark shows in the week before the server has answered, and the dialog stays', async () => {
  const tab = await openTab(lesson(RIDE))
  tab.find('[value=present]').click()
  await tab.next()
  expect([tab.find('.ride').dataset.mark, tab.find<HTMLDialogElement>('dialog').open]).toEqual(['present', true])
})

test('A rider who is removed or added disappears or appears in the week at once, and without an answer the dialog comes back', async () => {
  const tab = await openTab(lesson(RIDE))
  const dialog = tab.find<HTMLDialogElement>('dialog')
  tab.find('[value=remove-one]').click()
  const removal = await tab.next()
  expect([tab.find('.ride').hidden, dialog.open]).toEqual([true, false])
  removal.fail()
  await tab.settled()
  expect([dialog.matches(':modal'), tab.find('dialog [role=alert]').textContent]).toEqual([true, NO_ANSWER])
  tab.find('#add').click()
  expect([tab.find('.ride:last-child').textContent, dialog.open]).toEqual(['Gil', false])
})
