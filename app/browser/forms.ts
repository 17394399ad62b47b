import { t } from '#text'
import { isChanged } from './fields'
import { followOtherTab } from './islands'
import { say } from './toasts'
import { send, showLeaving, visit } from './visit'
import { showAtOnce } from './week'

const TYPING_MS = 250

interface Sent {
  form: HTMLFormElement
  button: HTMLButtonElement | HTMLInputElement | null
  /** The one field that is saved, if it is not the whole form. */
  field?: HTMLInputElement
  /** The value chosen in a select that saves, because another answer may change the select before its turn. */
  chosen?: { name: string; value: string }
}

// A field may be named like a property of the form, so all of them are read as attributes.
const of = ({ form, button }: Sent, name: 'action' | 'method' | 'target') =>
  button?.getAttribute(`form${name}`) ?? form.getAttribute(name)

function addressOf(sent: Sent, fields: FormData | null): string {
  const url = new URL(of(sent, 'action') || location.href, location.href)
  if (fields) {
    url.search = ''
    for (const [name, value] of fields) if (typeof value === 'string') url.searchParams.append(name, value)
  }
  return url.href
}

function bodyOf({ form, button, chosen }: Sent): BodyInit {
  const fields = new FormData(form, button)
  if (chosen) fields.set(chosen.name, chosen.value)
  if (form.enctype === 'multipart/form-data') return fields
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
}

/** Shows progress on the button. Returns a function that undoes it, unless the server has changed the text in the meantime. */
function showBusy({ button }: Sent): () => void {
  if (!button?.dataset.busy) return () => {}
  button.dataset.idle ??= button.textContent ?? ''
  button.textContent = button.dataset.busy
  return () => {
    if (button.dataset.idle !== undefined) button.textContent = button.dataset.idle
    delete button.dataset.idle
  }
}

/** Shows progress and blocks a second click. */
function showSending(sent: Sent): () => void {
  const { form, button } = sent
  form.dataset.sending = ''
  const idle = showBusy(sent)
  button?.setAttribute('aria-disabled', 'true')
  if (button?.hasAttribute('aria-pressed')) {
    for (const other of form.querySelectorAll('[aria-pressed]'))
      other.setAttribute('aria-pressed', String(other === button))
  }
  return () => {
    delete form.dataset.sending
    idle()
    button?.removeAttribute('aria-disabled')
  }
}

function submit(sent: Sent) {
  const { form } = sent
  if ((of(sent, 'method') ?? 'get').toLowerCase() === 'get') {
    // Another choice may follow soon: it replaces this one.
    void visit(addressOf(sent, new FormData(form, sent.button)), { sent: form }).then(showBusy(sent))
    return
  }
  const address = addressOf(sent, null)
  // A field that is being saved leaves the form's buttons as they are.
  const takeBack = sent.field || sent.chosen ? () => {} : showSending(sent)
  const hideAgain = showAtOnce(address, new FormData(form, sent.button))
  void send(address, () => bodyOf(sent), sent.field ?? form).then((answered) => {
    takeBack()
    if (answered) return
    hideAgain()
    // The day sheet keeps the change for later.
    if (!form.dispatchEvent(new Event('unanswered', { bubbles: true, cancelable: true }))) return
    say('error', t("We couldn't reach the school"), t('What you entered is still here. Please try again.'))
  })
}

/** Whether a form is sent from a field that is saved when it changes. */
const isSaved = (field: Element | null, form: HTMLFormElement) =>
  field instanceof HTMLInputElement && field.form === form && 'save' in field.dataset

function onSubmit(event: SubmitEvent) {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  const button = event.submitter as Sent['button']
  // Enter has changed the field, which is being saved.
  if (isSaved(document.activeElement, form)) return event.preventDefault()
  const sent = { form, button }
  if ('sending' in form.dataset) return event.preventDefault()
  // Without scripts the provider's page opens in place of this one, and so does the answer to incomplete input.
  if (button && 'newTab' in button.dataset) button.setAttribute('formtarget', form.checkValidity() ? '_blank' : '')
  if (of(sent, 'target')) return followOtherTab(readAgain)
  if (form.closest('[data-stay]')) {
    event.preventDefault()
    submit(sent)
  } else if (of(sent, 'method')?.toLowerCase() === 'post') {
    // After the browser has read the form.
    setTimeout(() => showSending(sent))
    showLeaving()
  }
}

const readAgain = () => void visit(location.href, { history: 'replace', inSight: true })

let typing: ReturnType<typeof setTimeout> | undefined

function onInput({ target }: Event) {
  if (!(target instanceof HTMLElement)) return
  if (target instanceof HTMLInputElement && 'digits' in target.dataset) {
    // Without its point or its sign an amount would be another one, so these stay, and the field refuses them.
    const digits = target.value.replace(/[^\d.,-]/g, '')
    if (digits !== target.value) target.value = digits
  }
  const form = target.closest('form')
  if (form && 'ready' in form.dataset) look(form)
  // Half a date is not a date yet.
  if (!form || !('live' in form.dataset) || !form.checkValidity()) return
  clearTimeout(typing)
  typing = setTimeout(() => {
    void visit(addressOf({ form, button: null }, new FormData(form)), { sent: form, history: 'replace' })
  }, TYPING_MS)
}

/** Saves a field when it is left, and a select once something is chosen, through the button that saves it without scripts. */
function onChange({ target }: Event) {
  if (target instanceof HTMLSelectElement && 'save' in target.dataset) saveChoice(target)
  if (!(target instanceof HTMLInputElement) || !('save' in target.dataset)) return
  const { form } = target
  if (form && target.reportValidity()) submit({ form, button: null, field: target })
}

function saveChoice({ form, name, value }: HTMLSelectElement) {
  const button = form?.querySelector<HTMLButtonElement>('button.without-scripts') ?? null
  if (form && button) submit({ form, button, chosen: { name, value } })
}

/** Enables the button once all required fields have a value. */
function look(form: HTMLFormElement) {
  const filled = [...form.querySelectorAll<HTMLInputElement>('input[required]')].every(({ value }) => value.trim())
  const button = form.querySelector<HTMLButtonElement>('button:not([type=button])')
  if (button) button.disabled = !filled
}

/** Prepares the forms of a page that was just shown for what only scripts can do. */
export function prepareForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-ready]')) look(form)
}

export function watchForms(): void {
  // Chosen before the scripts loaded.
  for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-save]')) {
    if (isChanged(select)) saveChoice(select)
  }
  document.addEventListener('submit', onSubmit)
  document.addEventListener('input', onInput)
  document.addEventListener('change', onChange)
  // The browser may restore a page from its cache as it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
}
