import { useServerContext } from './server-context'

/** Asks for `app/browser/main.ts` once the page has been painted. A page is complete without it. */
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
        __html: `new PerformanceObserver((_,o)=>{o.disconnect();import("${script}")}).observe({type:"paint",buffered:true})`,
      }}
    />
  )
}
