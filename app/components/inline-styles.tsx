import { useServerContext } from './server-context'

const ID = 'styles'
// The browser has the stylesheet already: taken from the page, it survives a new render of the document.
const delivered = typeof document === 'undefined' ? '' : (document.getElementById(ID)?.textContent ?? '')

/** The whole stylesheet in the head of the page. */
export function InlineStyles() {
  const { nonce, stylesheet } = useServerContext()
  return (
    <style
      id={ID}
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
      dangerouslySetInnerHTML={{ __html: stylesheet ?? delivered }}
    />
  )
}
