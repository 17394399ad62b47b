;(() => {
  const field = document.currentScript.parentElement.querySelector('input[type="file"]')
  const FITS = { bytes: 100 * 1024, pixels: 2000 }
  // The header shows 36 pixels, the settings 160, on a screen of three pixels for each.
  const MOST_PX = 480
  field?.addEventListener('change', async () => {
    const [file] = field.files
    // What is no picture is refused with words.
    const picture = file && (await createImageBitmap(file).catch(() => null))
    if (!picture || field.files[0] !== file) return
    const longest = Math.max(picture.width, picture.height)
    if (file.size <= FITS.bytes && longest <= FITS.pixels) return
    const scale = Math.min(1, MOST_PX / longest)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const small = await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    if (!small || field.files[0] !== file) return
    const name = `${file.name.replace(/\.\w+$/, '')}.${small.type.split('/')[1]}`
    const chosen = new DataTransfer()
    chosen.items.add(new File([small], name, { type: small.type }))
    field.files = chosen.files
  })
})()
