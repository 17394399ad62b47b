import { useServerContext } from './server-context'

/** Inline, because the browser needs it before it has read a file, and drops the transition if it is late. */
const TRANSITIONS = '@view-transition{navigation:auto}'

/**
 * The stylesheet in the page's head: as a file that the browser has, or inline, together with the file for the next
 * page.
 */
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
