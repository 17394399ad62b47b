const words = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Handles search boxes that narrow a list to items with all their words. Enter checks the only item left and clears the search. */
export function watchFilters(): void {
  const itemsOf = (box: HTMLInputElement) => [...document.querySelectorAll<HTMLElement>(`#${box.dataset.filter} > li`)]
  const show = (box: HTMLInputElement) => {
    const asked = words(box.value).split(/\s+/)
    for (const item of itemsOf(box)) {
      const text = words(item.textContent ?? '')
      item.hidden = !asked.every((word) => text.includes(word))
    }
  }
  const boxOf = ({ target }: Event) => (target instanceof HTMLInputElement && target.dataset.filter ? target : null)
  document.addEventListener('input', (event) => {
    const box = boxOf(event)
    if (box) show(box)
  })
  document.addEventListener('keydown', (event) => {
    const box = event.key === 'Enter' ? boxOf(event) : null
    if (!box) return
    event.preventDefault()
    const left = itemsOf(box).filter(({ hidden }) => !hidden)
    const tick = left.length === 1 ? left[0]?.querySelector('input') : null
    if (!tick) return
    tick.checked = true
    box.value = ''
    show(box)
  })
}
