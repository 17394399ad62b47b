import { Idiomorph } from 'idiomorph'
import { isIsland, leaveIslands, swapIsland } from './islands'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Answer {
  /** What was sent, a form or one field of it: it takes the server's values. */
  sent?: HTMLFormElement | Field | undefined
  refused: boolean
}

/** Brings the page that is shown to another one. Within a screen everything that is the same stays: focus, scroll, what is typed. */
export function swap(page: Document, { sent, refused }: Answer): void {
  for (const dialog of page.querySelectorAll('dialog')) dialog.removeAttribute('data-page')
  closeOthers(page)
  if (page.body.dataset.screen !== document.body.dataset.screen) {
    document.body.replaceWith(page.body)
    scrollTo(0, 0)
    focusOn(document.getElementById('main'))
  } else {
    morph(page, sent)
    if (sent) focusOn(document.querySelector<HTMLElement>(refused ? '[autofocus]' : 'dialog [autofocus]'))
  }
  leaveIslands()
}

/** A dialog that is gone gives the focus back to what opened it, as long as that is there. */
function closeOthers(page: Document) {
  const kept = new Set([...page.querySelectorAll<HTMLElement>('dialog')].map(({ dataset }) => dataset.key))
  for (const dialog of document.querySelectorAll('dialog')) if (!kept.has(dialog.dataset.key)) dialog.close()
}

function focusOn(element: HTMLElement | null) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: element.id === 'main' })
}

function morph(page: Document, sent: Answer['sent']) {
  const isLeftAlone = (node: Node) => isField(node) && node !== sent && node.form !== sent && isChanged(node)
  Idiomorph.morph(document.body, [...page.body.childNodes], {
    morphStyle: 'innerHTML',
    ignoreActiveValue: !(sent instanceof HTMLFormElement) || sent.method === 'get',
    callbacks: {
      beforeNodeMorphed(old, next) {
        if (isIsland(old) && isIsland(next)) return swapIsland(old, next)
        return !isLeftAlone(old)
      },
      // What the reader unfolded stays unfolded.
      beforeAttributeUpdated: (name, element) => !(name === 'open' && element instanceof HTMLDetailsElement),
    },
  })
}

const isField = (node: Node): node is Field =>
  node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement

/** Whether somebody changed a field since the server sent it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const sent = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return field.value !== sent?.value
  }
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    return field.checked !== field.defaultChecked
  }
  return field.value !== field.defaultValue
}
