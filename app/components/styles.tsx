import { useServerContext } from './server-context'

const ID = 'styles'
// The browser has the styles already: taken from the page, they survive a new render of the document.
const own = typeof document === 'undefined' ? null : document.getElementById(ID)
const delivered = own && {
  href: (own.tagName === 'LINK' ? own : own.nextElementSibling)?.getAttribute('href') ?? undefined,
  css: own.tagName === 'LINK' ? undefined : (own.textContent ?? ''),
}

/** Stands in the page itself: the browser asks for it before a file is read, and drops the transition where it is late. */
const TRANSITIONS = '@view-transition{navigation:auto}'

/** The stylesheet in the head of the page: as a file that the browser has, or in full, with the file for the next page. */
export function Styles() {
  const { nonce, stylesheet = delivered } = useServerContext()
  if (!stylesheet) return null
  const { href, css } = stylesheet
  if (css === undefined) {
    return (
      <>
        <style nonce={nonce} suppressHydrationWarning>
          {TRANSITIONS}
        </style>
        <link id={ID} rel="stylesheet" href={href} />
      </>
    )
  }
  return (
    <>
      <style
        id={ID}
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build
        dangerouslySetInnerHTML={{ __html: css }}
      />
      <link rel="prefetch" as="style" href={href} />
    </>
  )
}
