/** How far a finger has to move to the side, in pixels. */
const SWIPE_PX = 50

/** The height of a toast of three lines with what is below it, and of the two rows that are pressed next, in pixels. */
const TOAST_PX = 300
let pressedAt = 0

const region = () => document.querySelector<HTMLElement>('.toasts')

/** Moves notifications into an open modal dialog, which makes everything else inert, or otherwise to the end of the page. */
export function placeToasts(): void {
  const toasts = region()
  const home = document.querySelector('dialog:modal') ?? document.body
  if (toasts && toasts.parentElement !== home) home.append(toasts)
}

/** Keeps what was pressed, and the rows below it, visible: near the bottom of the window, toasts go to its top. */
export const keepInSight = (): void => void region()?.toggleAttribute('data-high', pressedAt > innerHeight - TOAST_PX)

/** Shows a notification of the browser's own, in the form of the server's. */
export function say(type: 'error' | 'info', title: string, description: string): void {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.dataset.type = type
  toast.role = type === 'error' ? 'alert' : 'status'
  const text = document.createElement('div')
  text.className = 'min-w-0 flex-1 py-1'
  for (const [words, look] of [
    [title, 'font-semibold'],
    [description, ''],
  ] as const) {
    const line = document.createElement('p')
    line.className = look
    line.textContent = words
    text.append(line)
  }
  toast.append(text)
  region()?.replaceChildren(toast)
}

/** Handles notifications: F8 leads to one; its cross or a swipe to the side dismisses it. */
export function watchToasts(): void {
  let held: { toast: HTMLElement; from: number } | null = null
  const toastOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('.toast') : null
  const letGo = (event: PointerEvent) => {
    if (!held) return
    const { toast, from } = held
    held = null
    if (Math.abs(event.clientX - from) >= SWIPE_PX) toast.remove()
    else toast.style.translate = ''
  }
  document.addEventListener('keydown', (event) => event.key === 'F8' && region()?.focus())
  document.addEventListener('change', ({ target }) => {
    if (target instanceof Element && target.matches('.toast-close')) toastOf(target)?.remove()
  })
  document.addEventListener('pointerdown', ({ target, clientX, clientY }) => {
    pressedAt = clientY
    const toast = toastOf(target)
    held = toast && { toast, from: clientX }
  })
  document.addEventListener('pointermove', ({ clientX }) => {
    if (held) held.toast.style.translate = `${clientX - held.from}px`
  })
  document.addEventListener('pointerup', letGo)
  document.addEventListener('pointercancel', letGo)
}
