;(() => {
  const offer = document.querySelector('[data-zone]')
  const select = document.querySelector('select[name="timezone"]')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const option = select && [...select.options].find(({ value }) => value === timeZone)
  if (!offer || !option || option.selected) return
  offer.querySelector('button').textContent = `Use this device’s: ${option.text}`
  offer.hidden = false
  offer.onclick = () => {
    select.value = timeZone
    select.focus()
    offer.hidden = true
  }
})()
