import { t } from '#text'
import { isChanged, isField } from './fields'
import { placeToasts } from './toasts'
import { visit } from './visit'

/** Turns a dialog in the server's HTML, which stands over its screen, into a modal. */
export function openDialogs(): void {
  document.getElementById('page')?.removeAttribute('inert')
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    if (dialog.matches(':modal')) continue
    // An open dialog cannot become modal; it has to be closed first.
    dialog.removeAttribute('data-page')
    dialog.close()
    dialog.showModal()
  }
}

/** Closes a dialog at once; the screen below is fetched again, because something may have changed in the meantime. */
function leave(dialog: HTMLDialogElement) {
  const way = dialog.querySelector<HTMLAnchorElement>('a[data-close]')
  if (!way) return
  dialog.close()
  placeToasts()
  dialog.remove()
  void visit(way.href, { history: 'back', inSight: true })
}

/** Asks before typed text is thrown away by accident. */
function mayLeave(dialog: HTMLDialogElement): boolean {
  const fields = [...dialog.querySelectorAll('form[method="post"] :is(input, select, textarea)')].filter(isField)
  return !fields.some(isChanged) || confirm(t('Close without saving? What you entered will be lost.'))
}

/** Closes a dialog on Esc, on a click on the backdrop, and by links that lead back. One without such a link stays until it is answered. */
export function watchDialogs(): void {
  const opts = { capture: true }
  document.addEventListener(
    'cancel',
    (event) => {
      if (!(event.target instanceof HTMLDialogElement)) return
      event.preventDefault()
      if (mayLeave(event.target)) leave(event.target)
    },
    opts,
  )
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element)) return
      const dialog = target.closest('dialog')
      if (!dialog) return
      const way = target.closest('a')
      const leadsBack = way?.href === dialog.querySelector<HTMLAnchorElement>('a[data-close]')?.href
      if (target !== dialog && !(way && leadsBack)) return
      if (way && (event.metaKey || event.ctrlKey || event.shiftKey)) return
      event.preventDefault()
      if (way || mayLeave(dialog)) leave(dialog)
    },
    opts,
  )
}
