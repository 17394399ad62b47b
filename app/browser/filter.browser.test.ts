import { expect, test } from 'vitest'
import { openTab, page } from './test-support'

const LIST = `<form><input id="box" data-filter="riders"><ul id="riders">${['Zoë Müller', 'Zoe Adams', 'Bo Muller']
  .map((name) => `<li><label><input type="checkbox"><span>${name}</span></label></li>`)
  .join('')}</ul></form>`

test('A list shows what contains all words of its search box, regardless of order, accents or case', async () => {
  const tab = await openTab(page(LIST))
  const shown = (asked: string) => {
    tab.fill('#box', asked)
    return [...tab.document.querySelectorAll<HTMLElement>('li:not([hidden])')].map(({ innerText }) => innerText.trim())
  }
  expect(shown('zoe')).toEqual(['Zoë Müller', 'Zoe Adams'])
  expect(shown('MULL zoe')).toEqual(['Zoë Müller'])
  expect(shown('nobody')).toEqual([])
  expect(shown('')).toHaveLength(3)
})

test('Enter checks the only item left and clears the search, and never submits the form', async () => {
  const tab = await openTab(page(LIST))
  const enter = () => {
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    tab.find('#box').dispatchEvent(key)
    const ticked = [...tab.document.querySelectorAll('input:checked')].map(
      (tick) => tick.nextElementSibling?.textContent,
    )
    return [key.defaultPrevented, ticked, tab.find<HTMLInputElement>('#box').value]
  }
  tab.fill('#box', 'zoe')
  expect(enter()).toEqual([true, [], 'zoe'])
  tab.fill('#box', 'bo')
  expect(enter()).toEqual([true, ['Bo Muller'], ''])
  expect(tab.document.querySelectorAll('li:not([hidden])')).toHaveLength(3)
})
