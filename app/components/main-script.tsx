import { language } from '#text'
import { scripts } from '~/utils/text/es/scripts'
import { useServerContext } from './server-context'

/** The texts of scripts in the reader's language; nothing in English, which the scripts contain. */
export function ScriptTexts() {
  if (language() === 'en') return null
  // `<` would end the element early.
  const json = JSON.stringify(scripts).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own catalog, escaped above
  return <script type="application/json" id="texts" dangerouslySetInnerHTML={{ __html: json }} />
}

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
