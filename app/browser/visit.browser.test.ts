import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

const links = `<div data-stay>
  <a id="a" href="/school/a">A</a><a id="b" href="/school/b">B</a><a id="c" href="/school/c">C</a>
  <form id="form" method="post" action="/school/save"><input name="name" value="Ada"><button>Save</button></form>
  <form id="other" method="post" action="/school/more"><button>More</button></form>
</div>`
const at = (name: string, shown = links) => page(shown, { title: name })

test('Of three clicked links the last one is shown: the first is aborted, the second never requested', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#a').click()
  const first = await tab.next()
  tab.find('#b').click()
  tab.find('#c').click()
  const last = await tab.next()
  expect([first.address, first.aborted, last.address]).toEqual(['/school/a', true, '/school/c'])
  last.answer(at('C'))
  await tab.settled()
  expect([tab.address, tab.document.title, tab.asked.length]).toEqual(['/school/c', 'C', 2])
  expect(tab.has('[role=alert]')).toBe(false)
})

test('An answer that arrives after its request was given up is not shown', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#a').click()
  const first = await tab.next()
  first.answer(at('A'))
  tab.find('#b').click()
  const second = await tab.next()
  second.answer(at('B'))
  await tab.settled()
  expect([tab.address, tab.document.title]).toEqual(['/school/b', 'B'])
})

test('A submission is never aborted, and what is read after it is requested once it is answered', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#form button').click()
  const sent = await tab.next()
  tab.find('#a').click()
  expect([tab.asked.length, sent.aborted]).toEqual([1, false])
  sent.answer(at('Saved'), { at: '/school/list' })
  const read = await tab.next()
  expect(tab.document.title).toBe('Saved')
  read.answer(at('A'))
  await tab.settled()
  expect(tab.document.title).toBe('A')
})

test('A page that is loading is given up for a submission', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#a').click()
  const read = await tab.next()
  tab.find('#form button').click()
  const sent = await tab.next()
  expect([read.aborted, sent.method, sent.body]).toEqual([true, 'POST', 'name=Ada'])
  sent.answer(at('Saved'), { at: '/school/list' })
  await tab.settled()
  expect([tab.address, tab.document.title]).toEqual(['/school/list', 'Saved'])
})

test('The window asks before it is closed while something is waiting to be sent', async () => {
  const tab = await openTab(at('Start'))
  const asks = () => {
    const leaving = new Event('beforeunload', { cancelable: true })
    tab.window.dispatchEvent(leaving)
    return leaving.defaultPrevented
  }
  tab.find('#form button').click()
  const first = await tab.next()
  expect(asks()).toBe(false)
  tab.find('#other button').click()
  expect(asks()).toBe(true)
  first.answer(at('One'), { at: '/school/list' })
  const second = await tab.next()
  expect(asks()).toBe(false)
  second.answer(at('Two'), { at: '/school/list' })
  await tab.settled()
})

test('Back and Forward show each address as the server has it now, and add no history step', async () => {
  const tab = await openTab(at('Start'))
  for (const name of ['a', 'b']) {
    tab.find(`#${name}`).click()
    ;(await tab.next()).answer(at(name))
    await tab.settled()
  }
  const seen: string[] = []
  for (const step of [-1, -1, 1, 1]) {
    tab.window.history.go(step)
    const request = await tab.next()
    request.answer(at(`${request.address} now`))
    await tab.settled()
    seen.push(tab.address)
    expect(tab.document.title).toBe(`${tab.address} now`)
  }
  expect(seen).toEqual(['/school/a', '/school/list', '/school/a', '/school/b'])
  expect([tab.trail, tab.documents.length]).toEqual([['/school/list', '/school/a'], 1])
})

test('On Back the address keeps its history step, and changes only if the server redirects it now', async () => {
  const tab = await openTab(at('Start'), { address: '/school/list#foot' })
  for (const name of ['a', 'b']) {
    tab.find(`#${name}`).click()
    ;(await tab.next()).answer(at(name))
    await tab.settled()
  }
  tab.window.history.back()
  ;(await tab.next()).answer(at('Gone'), { at: '/school/home' })
  await tab.settled()
  expect([tab.address, tab.document.title]).toEqual(['/school/home', 'Gone'])
  tab.window.history.back()
  ;(await tab.next()).answer(at('Start'))
  await tab.settled()
  expect([tab.address, tab.window.location.hash]).toEqual(['/school/list', '#foot'])
})

test('Back to the same screen restores the scroll position', async () => {
  const long = `${links}<div style="height: 5000px"></div>`
  const tab = await openTab(at('Start', long))
  tab.window.scrollTo(0, 700)
  tab.find('#a').click()
  ;(await tab.next()).answer(at('A', long))
  await tab.settled()
  tab.window.scrollTo(0, 1500)
  tab.window.history.back()
  ;(await tab.next()).answer(at('Start', long))
  await tab.settled()
  expect(tab.window.scrollY).toBe(700)
})

test('Without an answer on Back the browser itself goes there', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#a').click()
  ;(await tab.next()).answer(at('A'))
  await tab.settled()
  const loaded = tab.load()
  tab.window.history.back()
  ;(await tab.next()).fail()
  await loaded
  expect(tab.documents).toEqual(['/school/list', '/school/list'])
})

test('A link marked to replace adds no history step', async () => {
  const tab = await openTab(page('<a id="a" href="/school/a" data-stay="replace">A</a>'))
  tab.find('#a').click()
  ;(await tab.next()).answer(at('A'))
  await tab.settled()
  expect([tab.address, tab.trail]).toEqual(['/school/a', []])
})

test('A link to the current page adds no history step', async () => {
  const tab = await openTab(page('<a id="again" href="/school/list" data-stay>Again</a>'))
  tab.find('#again').click()
  ;(await tab.next()).answer(at('Again'))
  await tab.settled()
  expect([tab.document.title, tab.trail]).toEqual(['Again', []])
})

test('The address is the one after redirects, without what only the router reads', async () => {
  const tab = await openTab(at('Start'))
  tab.find('#form button').click()
  ;(await tab.next()).answer(at('Saved'), { at: '/school/students?index&page=2' })
  await tab.settled()
  expect(tab.address).toBe('/school/students?page=2')
})

test('A form that is sent after the session has ended shows how to sign in, with the focus there', async () => {
  const tab = await openTab(at('Start'))
  tab.fill('#form input', 'Bea')
  tab.find('#form button').click()
  ;(await tab.next()).answer(page('Sign in', { screen: 'auth', title: 'Sign in' }), { at: '/school/auth?to=list' })
  await tab.settled()
  expect([tab.address, tab.document.title]).toEqual(['/school/auth?to=list', 'Sign in'])
  expect(tab.document.activeElement).toBe(tab.find('#main'))
})

test('An answer of another build is loaded with its own scripts', async () => {
  const tab = await openTab(at('Start'))
  const loaded = tab.load()
  tab.find('#a').click()
  ;(await tab.next()).answer(page('A', { build: '2' }), { at: '/school/a?from=redirect' })
  await loaded
  expect(tab.documents).toEqual(['/school/list', '/school/a?from=redirect'])
})

test('A file is left to the browser, and the page stays as it is until then', async () => {
  const tab = await openTab(at('Start'))
  const loaded = tab.load()
  const { document } = tab
  const left = new Promise((resolve) =>
    tab.window.addEventListener('pagehide', () => resolve([document.title, Boolean(document.querySelector('#form'))])),
  )
  tab.find('#a').click()
  ;(await tab.next()).answer('name,fee', { headers: { 'Content-Type': 'text/csv' } })
  expect(await left).toEqual(['Start', true])
  await loaded
  expect(tab.documents).toEqual(['/school/list', '/school/a'])
})

test('Without a network the page says so, and keeps its address and what was typed', async () => {
  const tab = await openTab(at('Start'))
  tab.fill('#form input', 'Bea')
  tab.find('#a').click()
  ;(await tab.next()).fail()
  const health = await tab.next()
  expect(health.address).toBe('/healthz')
  health.fail()
  await tab.settled()
  expect(tab.find('[role=alert]').textContent).toBe(
    "We couldn't reach the schoolPlease check your connection and try again.",
  )
  expect([tab.address, tab.find<HTMLInputElement>('#form input').value]).toEqual(['/school/list', 'Bea'])
})

test('A link that redirects to another site, which only the browser may open, is opened by it', async () => {
  const tab = await openTab(at('Start'))
  const loaded = tab.load()
  tab.find('#a').click()
  ;(await tab.next()).fail()
  ;(await tab.next()).answer('')
  await loaded
  expect(tab.documents).toEqual(['/school/list', '/school/a'])
})

test('A page that refreshes to another one is followed by it', async () => {
  const tab = await openTab(at('Start'))
  const loaded = tab.load()
  tab.find('#a').click()
  ;(await tab.next()).answer(at('Not yours'), {
    headers: { 'Content-Type': 'text/html', Refresh: '0; url=/school/home' },
  })
  await loaded
  expect(tab.documents).toEqual(['/school/list', '/school/home'])
})
