import { MAJOR_VERSION } from '../version'
import { paymentElementSource } from './payment-element'
import { paymentFieldsSource } from './payment-fields'
import { stripeObjectSource } from './stripe-object'

const transportSource = String.raw`
const API = document.currentScript.src.replace(/\/stripe\.js(\?.*)?$/, '')

function encode(value, name, form) {
  if (value === undefined || value === null) return form
  if (typeof value !== 'object') form.append(name, value)
  else for (const key of Object.keys(value)) encode(value[key], name ? name + '[' + key + ']' : key, form)
  return form
}

/** The API's answer, or an object with the error: it never rejects. */
function call(key, method, path, params) {
  const form = encode(params, '', new URLSearchParams())
  const options = { method, headers: { authorization: 'Bearer ' + key } }
  if (method === 'POST') options.body = form
  return fetch(API + path + (method === 'GET' ? '?' + form : ''), options)
    .then((response) => response.json())
    .catch(() => ({
      error: {
        type: 'api_connection_error',
        message: 'We could not reach the payment provider. Check your connection and try again.',
      },
    }))
}

class Emitter {
  on(event, handler) {
    this.handlers = this.handlers || {}
    this.handlers[event] = (this.handlers[event] || []).concat(handler)
    return this
  }

  off(event, handler) {
    const present = (this.handlers || {})[event] || []
    if (this.handlers) this.handlers[event] = handler ? present.filter((each) => each !== handler) : []
    return this
  }

  once(event, handler) {
    const wrapped = (payload) => {
      this.off(event, wrapped)
      handler(payload)
    }
    return this.on(event, wrapped)
  }

  emit(event, payload) {
    for (const handler of (this.handlers || {})[event] || []) handler(payload)
  }
}
`

/** The whole Stripe.js stand-in. It talks to the sandbox it was loaded from. */
export const stripeJs = `// Stand-in for Stripe.js, for demo and tests.
(() => {
'use strict'
${transportSource}${paymentFieldsSource}${paymentElementSource}${stripeObjectSource}
function Stripe(key) {
  return new StripeObject(key)
}
Stripe.version = ${JSON.stringify(MAJOR_VERSION)}
window.Stripe = Stripe
})()
`
