/**
 * The PaymentElement of the Stripe.js stand-in, as browser source. Its inputs belong to no form (`form` names one that does not
 * exist), so a page that submits natively never sends a card or account number to its own server.
 */
export const paymentElementSource = String.raw`
const NO_FORM = 'sandbox-payment-element'
let count = 0

function make(tag, attributes, children) {
  const node = document.createElement(tag)
  for (const name of Object.keys(attributes || {})) node.setAttribute(name, attributes[name])
  for (const child of children || []) node.append(child)
  return node
}

class PaymentElement extends Emitter {
  constructor(elements, options) {
    super()
    this.elements = elements
    this.options = options || {}
    this.serial = ++count
    this.inputs = {}
  }

  mount(target) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target
    if (!parent) throw new Error('The selector you specified applies to no DOM elements that are currently on the page.')
    this.parent = parent
    this.emit('loaderstart', { elementType: 'payment' })
    this.elements.types().then(
      (types) => {
        if (this.parent !== parent) return
        this.render(types)
        this.emit('ready', { elementType: 'payment' })
        this.emit('change', this.state())
      },
      (error) => this.emit('loaderror', { elementType: 'payment', error }),
    )
  }

  render(types) {
    if (!document.getElementById('sbx-style')) document.head.append(make('style', { id: 'sbx-style' }, [STYLE]))
    const first = this.options.paymentMethodOrder ? this.options.paymentMethodOrder.find((type) => types.includes(type)) : undefined
    this.type = first || types[0]
    this.root = make('fieldset', { class: 'sbx-pe', 'data-sandbox-payment-element': '' }, [make('legend', {}, ['Payment details'])])
    this.applyAppearance()
    if (types.length > 1) this.root.append(this.choices(types))
    this.groups = {}
    for (const type of types) {
      this.groups[type] = make('div', {}, this.group(type))
      this.root.append(this.groups[type])
    }
    this.root.addEventListener('input', (event) => this.onInput(event.target))
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      const form = this.parent.closest('form')
      if (form) form.requestSubmit()
    })
    this.root.addEventListener('focusin', () => this.emit('focus', { elementType: 'payment' }))
    this.root.addEventListener('focusout', () => this.emit('blur', { elementType: 'payment' }))
    this.parent.replaceChildren(this.root)
    this.showGroup()
  }

  choices(types) {
    const labels = types.map((type) => {
      const radio = make('input', { type: 'radio', name: 'sbx-type-' + this.serial, value: type, form: NO_FORM })
      radio.checked = type === this.type
      return make('label', {}, [radio, TYPE_LABELS[type] || type])
    })
    return make('div', { class: 'sbx-types', role: 'radiogroup', 'aria-label': 'Pay by' }, labels)
  }

  group(type) {
    const fields = (FIELDS[type] || []).map((field) => this.field(field))
    if (type === 'card') return [fields[0], make('div', { class: 'sbx-pair' }, fields.slice(1))]
    const note = 'By continuing, you authorize a debit from this account.'
    return [...fields, make('p', { class: 'sbx-note' }, [note])]
  }

  field(field) {
    const errorId = 'sbx-' + this.serial + '-' + field.name
    const input = make('input', {
      'data-field': field.name,
      placeholder: field.hint,
      autocomplete: field.auto,
      inputmode: field.text ? 'text' : 'numeric',
      form: NO_FORM,
      spellcheck: 'false',
      'aria-describedby': errorId,
    })
    this.inputs[field.name] = input
    return make('label', { class: 'sbx-field' }, [
      make('span', {}, [field.label]),
      input,
      make('span', { class: 'sbx-error', id: errorId }),
    ])
  }

  onInput(input) {
    if (input.type === 'radio') {
      this.type = input.value
      this.showGroup()
    } else {
      this.format(input)
      this.mark(input, '')
    }
    this.emit('change', this.state())
  }

  /** Groups digits while the person types at the end; corrections in the middle are left alone. */
  format(input) {
    if (input.selectionStart !== input.value.length) return
    const digits = input.value.replace(/\D/g, '')
    if (input.dataset.field === 'number') {
      const groups = /^3[47]/.test(digits) ? /(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/
      const found = groups.exec(digits)
      input.value = found ? found.slice(1).filter(Boolean).join(' ') : ''
    }
    if (input.dataset.field === 'expiry' && /^\d{3,4}$/.test(input.value)) {
      input.value = digits.slice(0, 2) + ' / ' + digits.slice(2)
    }
  }

  showGroup() {
    for (const type of Object.keys(this.groups)) this.groups[type].hidden = type !== this.type
  }

  value(name) {
    const text = this.inputs[name] ? this.inputs[name].value : ''
    return name === 'holder' ? text.trim() : text.replace(/[\s-]/g, '')
  }

  missing() {
    return (FIELDS[this.type] || []).filter((field) => !field.test.test(this.value(field.name)))
  }

  mark(input, message) {
    input.setAttribute('aria-invalid', String(message !== ''))
    document.getElementById(input.getAttribute('aria-describedby')).textContent = message
  }

  /** Shows what is missing, focuses the first such field, and returns the error or undefined. */
  validate() {
    if (!this.root) return { type: 'validation_error', code: 'incomplete', message: 'The payment form is not ready yet.' }
    const missing = this.missing()
    for (const field of FIELDS[this.type]) this.mark(this.inputs[field.name], missing.includes(field) ? field.error : '')
    if (missing.length === 0) return undefined
    this.inputs[missing[0].name].focus()
    return { type: 'validation_error', code: missing[0].code, message: missing[0].error }
  }

  state() {
    const fields = FIELDS[this.type] || []
    return {
      elementType: 'payment',
      complete: this.missing().length === 0,
      empty: fields.every((field) => !this.value(field.name)),
      collapsed: false,
      value: { type: this.type },
    }
  }

  data(extra) {
    const [month, year] = this.value('expiry').split('/')
    const own =
      this.type === 'card'
        ? { type: 'card', card: { number: this.value('number'), exp_month: month, exp_year: year && year.length === 2 ? '20' + year : year, cvc: this.value('cvc') } }
        : {
            type: 'us_bank_account',
            us_bank_account: { routing_number: this.value('routing'), account_number: this.value('account'), account_holder_type: 'individual', account_type: 'checking' },
          }
    const billing = Object.assign({}, extra && extra.billing_details)
    if (this.type === 'us_bank_account') billing.name = this.value('holder')
    return Object.assign(own, extra, Object.keys(billing).length > 0 ? { billing_details: billing } : {})
  }

  applyAppearance() {
    const variables = (this.elements.options.appearance || {}).variables || {}
    if (variables.colorPrimary) this.root.style.setProperty('--sbx-primary', variables.colorPrimary)
    if (variables.colorDanger) this.root.style.setProperty('--sbx-danger', variables.colorDanger)
    if (variables.borderRadius) this.root.style.setProperty('--sbx-radius', variables.borderRadius)
    if (variables.fontFamily) this.root.style.fontFamily = variables.fontFamily
    if (variables.colorText) this.root.style.color = variables.colorText
  }

  update(options) {
    Object.assign(this.options, options)
  }

  focus() {
    const field = (FIELDS[this.type] || [])[0]
    if (field && this.inputs[field.name]) this.inputs[field.name].focus()
  }

  blur() {
    if (this.root && this.root.contains(document.activeElement)) document.activeElement.blur()
  }

  clear() {
    for (const name of Object.keys(this.inputs)) this.inputs[name].value = ''
    this.emit('change', this.state())
  }

  collapse() {}

  unmount() {
    if (this.parent) this.parent.replaceChildren()
    this.parent = undefined
    this.root = undefined
  }

  destroy() {
    this.unmount()
    this.elements.forget(this)
  }
}
`
