import { useEffect, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeBack } from '../fields'
import { startReact } from './react'

function Part({ first }: { first: string }) {
  const [name, setName] = useState(first)
  const [ticked, setTicked] = useState(false)
  const [choice, setChoice] = useState('A')
  // Parts that need scripts are missing from the first render.
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <form>
      <input id="name" value={name} onChange={(event) => isHydrated && setName(event.target.value)} />
      <input id="tick" type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
      <select id="choice" value={choice} onChange={(event) => setChoice(event.target.value)}>
        <option>A</option>
        <option>B</option>
      </select>
      <output>{`${name} ${ticked} ${choice}`}</output>
    </form>
  )
}

test('Input from before React loaded counts for React, and stays visible', async () => {
  const element = document.createElement('div')
  element.innerHTML = renderToString(<Part first="Ada" />)
  document.body.append(element)
  onTestFinished(() => element.remove())
  const [name, tick] = [...element.querySelectorAll('input')]
  const choice = element.querySelector('select')
  if (!name || !tick || !choice) throw new Error('A part without its fields')
  name.value = 'Bea'
  tick.checked = true
  choice.value = 'B'
  // React renders after effects in a separate message, which on a busy machine comes after timers that are due.
  const post = MessagePort.prototype.postMessage
  const late = vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (this: MessagePort, message) {
    setTimeout(() => post.call(this, message), 50)
  })
  onTestFinished(() => late.mockRestore())
  const errors = vi.spyOn(console, 'error')
  const end = startReact(Part)(element, { first: 'Ada' }, { takeBack, refresh: () => {}, say: () => {} })
  // At once, because the next answer may arrive before React would hydrate by itself.
  expect(Object.keys(name).some((key) => key.startsWith('__react'))).toBe(true)
  await expect.poll(() => element.querySelector('output')?.textContent).toBe('Bea true B')
  expect([name.value, tick.checked, choice.value, name.isConnected]).toEqual(['Bea', true, 'B', true])
  expect(errors).not.toHaveBeenCalled()
  end()
  expect(element.innerHTML).toBe('')
})
