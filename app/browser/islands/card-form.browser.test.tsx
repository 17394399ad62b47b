import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ElementForm } from '~/routes/portal/pay/element-form.island'

const confirmPayment = vi.hoisted(() => vi.fn())
vi.mock('@stripe/react-stripe-js', () => ({
  useStripe: () => ({ confirmPayment }),
  useElements: () => ({}),
  PaymentElement: function PaymentElement({ onReady }: { onReady: () => void }) {
    useEffect(onReady, [onReady])
    return null
  },
}))

test('A card form whose confirmation throws explains how to see whether it was paid, and its button can be pressed again', async () => {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    element.remove()
  })
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const lost = new Error('The frame is gone')
  confirmPayment.mockRejectedValue(lost)
  root.render(
    createElement(ElementForm, {
      ...{ mode: 'payment', bank: false, csrf: '', clientSecret: 'pi_1_secret_1', publishableKey: '', scriptUrl: null },
      ...{ submitLabel: 'Complete Purchase', donePath: '/payment-success' },
    }),
  )
  await expect.poll(() => element.querySelector('button')?.disabled).toBe(false)
  element.querySelector('button')?.click()
  await expect.poll(() => element.querySelector('[role=alert]')?.textContent).toContain('load the page again')
  const button = element.querySelector('button')
  expect([button?.textContent, button?.ariaDisabled]).toEqual(['Complete Purchase', 'false'])
  expect(errors).toHaveBeenCalledWith(lost)
})
