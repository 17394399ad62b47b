import { paths } from '~/utils/paths'
import type { Start } from '../islands'

const NOTICE = ['rounded', 'bg-brand-soft', 'px-4', 'py-3', 'text-brand-ink']

/** Fetches the file and saves it. @throws Error that says why it cannot be had. */
async function download(address: string) {
  const response = await fetch(address)
  // The password is required first: opened as a page, the same address asks for it.
  if (response.status === 403) return location.assign(address)
  if (!response.ok) {
    const { message } = await response.json().catch(() => ({ message: null }))
    throw new Error(message ?? `Server responded with status ${response.status}`)
  }
  if (!response.headers.get('Content-Type')?.startsWith('text/csv')) throw new Error('Server did not return CSV data')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = /filename="(.+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? ''
  link.click()
  URL.revokeObjectURL(link.href)
}

/**
 * Shows the progress of the download in the dialog. Invalid days go to the server, which explains them: its answer
 * replaces the form because the days that it was asked for are the props.
 */
export const start: Start<{ start: string; end: string }> = (element) => {
  const form = element.querySelector('form')
  const notice = element.querySelector('[role=status]')
  const failure = element.querySelector<HTMLElement>('[data-failure]')
  const button = form?.querySelector('button')
  if (!form || !notice || !failure || !button) return () => {}
  const say = (done: string, error: string) => {
    notice.textContent = done
    notice.classList.toggle(NOTICE[0]!, done !== '')
    for (const name of NOTICE) notice.classList.toggle(name, done !== '')
    failure.hidden = error === ''
    const line = failure.querySelector('[role=alert] p:last-child')
    if (line && error) line.textContent = error
  }
  const submit = (event: Event) => {
    const fields = new FormData(form)
    const days = { start: String(fields.get('start_date')), end: String(fields.get('end_date')) }
    if (!days.start || days.end < days.start) return
    event.preventDefault()
    const label = button.textContent
    button.disabled = true
    button.textContent = 'Downloading…'
    say('', '')
    download(paths.transactionReport(days))
      .then(
        () => say('Success: Transaction data exported successfully', ''),
        ({ message }) => say('', message),
      )
      .finally(() => {
        button.disabled = false
        button.textContent = label
      })
  }
  form.addEventListener('submit', submit)
  return () => form.removeEventListener('submit', submit)
}
