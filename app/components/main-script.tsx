import { useServerContext } from './server-context'

/**
 * Loads `app/browser/main.ts` after the page's content was painted: the first paint may be of the background alone.
 * Pages are complete without it.
 */
export function MainScript() {
  const { nonce, script } = useServerContext()
  if (!script) return null
  return (
    <script
      type="module"
      data-main=""
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an address of our own build
      dangerouslySetInnerHTML={{
        __html: `new PerformanceObserver((l,o)=>{if(l.getEntriesByName("first-contentful-paint").length){o.disconnect();import("${script}")}}).observe({type:"paint",buffered:true})`,
      }}
    />
  )
}
