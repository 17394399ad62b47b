addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (event.target.closest('input, textarea, select, [contenteditable]') || document.querySelector('dialog:modal'))
    return
  for (const box of document.querySelectorAll('input[data-search]')) {
    if (!box.offsetParent) continue
    event.preventDefault()
    box.focus()
    box.select()
    return
  }
  const way = document.querySelector('a[data-search]')
  if (!way) return
  event.preventDefault()
  way.click()
})
