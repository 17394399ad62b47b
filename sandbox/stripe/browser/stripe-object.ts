/** The `Stripe` object of the Stripe.js stand-in, as browser source: the calls that Stripe's wrappers for React and for loading make. */
export const stripeObjectSource = String.raw`
class Elements extends Emitter {
  constructor(stripe, options) {
    super()
    this.stripe = stripe
    this.options = options || {}
    this.element = null
  }

  /** The ways to pay that the intent behind the client secret allows. */
  types() {
    const { clientSecret, allowedPaymentMethodTypes } = this.options
    if (!clientSecret) return Promise.resolve(allowedPaymentMethodTypes || ['card', 'us_bank_account'])
    return this.stripe.intent(clientSecret).then((intent) => {
      if (intent.error) throw intent.error
      return intent.payment_method_types
    })
  }

  create(type, options) {
    if (type !== 'payment') throw new Error('The sandbox has only the payment element, not ' + type)
    if (this.element) throw new Error('Can only create one Element of type payment')
    this.element = new PaymentElement(this, options)
    return this.element
  }

  getElement(type) {
    return type === undefined || type === 'payment' || typeof type === 'function' ? this.element : null
  }

  forget(element) {
    if (this.element === element) this.element = null
  }

  update(options) {
    Object.assign(this.options, options)
    if (this.element && this.element.root) this.element.applyAppearance()
  }

  fetchUpdates() {
    return Promise.resolve({})
  }

  submit() {
    const error = this.element ? this.element.validate() : { type: 'validation_error', message: 'There is no payment element.' }
    return Promise.resolve(error ? { error } : { selectedPaymentMethod: this.element.type })
  }
}

const KINDS = {
  pi: { path: 'payment_intents', object: 'payment_intent', result: 'paymentIntent' },
  seti: { path: 'setup_intents', object: 'setup_intent', result: 'setupIntent' },
}

function parseSecret(clientSecret) {
  const found = /^((pi|seti)_\w+?)_secret_/.exec(clientSecret || '')
  if (!found) throw new Error('Invalid value for clientSecret: it must be the client secret of a PaymentIntent or SetupIntent.')
  return { id: found[1], kind: KINDS[found[2]] }
}

class StripeObject {
  constructor(key) {
    if (/_live_/.test(key)) throw new Error('The sandbox refuses live keys.')
    this.key = key
  }

  _registerWrapper() {}

  registerAppInfo() {}

  elements(options) {
    return new Elements(this, options)
  }

  intent(clientSecret) {
    const { id, kind } = parseSecret(clientSecret)
    return call(this.key, 'GET', '/v1/' + kind.path + '/' + id, { client_secret: clientSecret })
  }

  retrieve(clientSecret) {
    const { kind } = parseSecret(clientSecret)
    return this.intent(clientSecret).then((intent) => (intent.error ? intent : { [kind.result]: intent }))
  }

  retrievePaymentIntent(clientSecret) {
    return this.retrieve(clientSecret)
  }

  retrieveSetupIntent(clientSecret) {
    return this.retrieve(clientSecret)
  }

  confirmPayment(options) {
    return this.confirm(options)
  }

  confirmSetup(options) {
    return this.confirm(options)
  }

  confirmCardPayment(clientSecret, data) {
    return this.confirmWith(clientSecret, 'card', data)
  }

  confirmCardSetup(clientSecret, data) {
    return this.confirmWith(clientSecret, 'card', data)
  }

  confirmUsBankAccountPayment(clientSecret, data) {
    return this.confirmWith(clientSecret, 'us_bank_account', data)
  }

  confirmUsBankAccountSetup(clientSecret, data) {
    return this.confirmWith(clientSecret, 'us_bank_account', data)
  }

  confirmWith(clientSecret, type, data) {
    const given = (data && data.payment_method) || {}
    const method =
      typeof given === 'string' ? { payment_method: given } : { payment_method_data: Object.assign({ type }, given) }
    const confirmParams = Object.assign({ return_url: data && data.return_url }, method)
    return this.confirm({ clientSecret, confirmParams, redirect: 'if_required' })
  }

  confirm({ elements, clientSecret, confirmParams, redirect }) {
    const params = confirmParams || {}
    const secret = clientSecret || (elements && elements.options.clientSecret)
    const { id, kind } = parseSecret(secret)
    if (redirect !== 'if_required' && !params.return_url) {
      throw new Error('confirmParams.return_url is required unless redirect is "if_required".')
    }
    const body = {
      client_secret: secret,
      use_stripe_sdk: true,
      return_url: params.return_url || location.href.split('#')[0],
      mandate_data: { customer_acceptance: { type: 'online', online: { user_agent: navigator.userAgent } } },
    }
    if (kind === KINDS.pi) {
      for (const name of ['receipt_email', 'setup_future_usage']) if (params[name]) body[name] = params[name]
    }
    if (params.confirmation_token) body.confirmation_token = params.confirmation_token
    else if (params.payment_method) body.payment_method = params.payment_method
    else if (elements && elements.element) {
      const error = elements.element.validate()
      if (error) return Promise.resolve({ error })
      body.payment_method_data = elements.element.data(params.payment_method_data)
    } else if (params.payment_method_data) body.payment_method_data = params.payment_method_data
    return call(this.key, 'POST', '/v1/' + kind.path + '/' + id + '/confirm', body).then((intent) =>
      intent.error ? { error: intent.error } : this.finish(intent, secret, kind, body.return_url, redirect),
    )
  }

  finish(intent, secret, kind, returnUrl, redirect) {
    const challenge = intent.next_action && intent.next_action.redirect_to_url
    if (challenge) return leaveFor(challenge.url)
    if (redirect === 'if_required') return { [kind.result]: intent }
    const url = new URL(returnUrl)
    url.searchParams.set(kind.object, intent.id)
    url.searchParams.set(kind.object + '_client_secret', secret)
    url.searchParams.set('redirect_status', intent.status)
    return leaveFor(url.href)
  }

  handleNextAction({ clientSecret }) {
    const { kind } = parseSecret(clientSecret)
    return this.intent(clientSecret).then((intent) => {
      if (intent.error) return { error: intent.error }
      return this.finish(intent, clientSecret, kind, location.href, 'if_required')
    })
  }

  createPaymentMethod(options) {
    const element = options.elements && options.elements.element
    const error = element && element.validate()
    if (error) return Promise.resolve({ error })
    const data = element ? element.data(options.params) : options
    return call(this.key, 'POST', '/v1/payment_methods', data).then((method) =>
      method.error ? { error: method.error } : { paymentMethod: method },
    )
  }

  createConfirmationToken({ elements, params }) {
    const error = elements.element ? elements.element.validate() : { type: 'validation_error', message: 'There is no payment element.' }
    if (error) return Promise.resolve({ error })
    const given = params || {}
    const data = { payment_method_data: elements.element.data(given.payment_method_data), return_url: given.return_url }
    if (elements.options.setupFutureUsage) data.setup_future_usage = elements.options.setupFutureUsage
    return call(this.key, 'POST', '/v1/confirmation_tokens', data).then((token) =>
      token.error ? { error: token.error } : { confirmationToken: token },
    )
  }

  createToken() {
    return Promise.resolve({ error: { type: 'invalid_request_error', message: 'The sandbox makes no tokens.' } })
  }
}

/** The promise never resolves: the page is about to go. */
function leaveFor(url) {
  location.assign(url)
  return new Promise(() => {})
}
`
