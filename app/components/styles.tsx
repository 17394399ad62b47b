import { useServerContext } from './server-context'

/** Stands in the page itself: the browser asks for it before a file is read, and drops the transition where it is late. */
const TRANSITIONS = '@view-transition{navigation:auto}'

/** The stylesheet in the head of the page: as a file that the browser has, or in full, with the file for the next page. */
export function Styles() {
  const { nonce, stylesheet } = useServerContext()
  if (!stylesheet) return null
  const { href, css } = stylesheet
  if (css === undefined) {
    return (
      <>
        <style nonce={nonce}>{TRANSITIONS}</style>
        <link rel="stylesheet" href={href} />
      </>
    )
  }
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, from the build */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      <link rel="prefetch" as="style" href={href} />
    </>
  )
}
