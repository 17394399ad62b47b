import { Idiomorph } from 'idiomorph'
import { type Field, isChanged, isField } from './fields'
import { endIsland, isIsland, leaveIslands, swapIsland } from './islands'
import { keepInSight } from './toasts'

interface Answer {
  /** What was sent, a form or one field of it: it takes the server's values. */
  sent?: HTMLFormElement | Field | undefined
  refused: boolean
}

/** Replaces the page with another. Within a screen everything that is the same stays: focus, scroll, typed text. */
export function swap(page: Document, { sent, refused }: Answer): void {
  for (const dialog of page.querySelectorAll('dialog')) dialog.removeAttribute('data-page')
  page.getElementById('page')?.removeAttribute('inert')
  closeOthers(page)
  if (page.body.dataset.screen !== document.body.dataset.screen) {
    document.body.replaceWith(page.body)
    scrollTo(0, 0)
    focusOn(document.getElementById('main'))
  } else {
    const place = document.activeElement?.closest('li[id], .toasts')
    morph(page, sent)
    // Its button is gone: keyboard users continue in the row, or with what the answer says.
    if (place && document.activeElement === document.body)
      focusOn(place.id ? document.getElementById(place.id) : document.querySelector('.toasts'))
    if (sent) focusOn(document.querySelector<HTMLElement>(refused ? '[autofocus]' : 'dialog [autofocus]'))
    keepInSight()
  }
  leaveIslands()
}

/** Gives the focus of a closed dialog back to what opened it, if that still exists. */
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
    // Text that is being typed stays; a pressed button may now have another label.
    ignoreActiveValue:
      isField(document.activeElement ?? document.body) && (!(sent instanceof HTMLFormElement) || sent.method === 'get'),
    callbacks: {
      beforeNodeMorphed(old, next) {
        if (isIsland(old)) {
          if (isIsland(next)) return swapIsland(old, next)
          endIsland(old)
        }
        return !isLeftAlone(old)
      },
      // Details that the reader unfolded stay unfolded.
      beforeAttributeUpdated: (name, element) => !(name === 'open' && element instanceof HTMLDetailsElement),
    },
  })
}
