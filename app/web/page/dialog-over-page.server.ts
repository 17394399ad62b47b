const PAGE = '<div id="page"'

/**
 * A page with a dialog, made so that the dialog stands over its screen without scripts too: it comes behind the rest of the page, which is
 * then seen and not reached. Where the dialog is rendered, inside the screen, one could not be shut off without the other.
 */
export function dialogOverPage(html: string): string {
  const start = html.indexOf('<dialog ')
  const end = html.indexOf('</dialog>', start) + '</dialog>'.length
  const page = html.indexOf(PAGE)
  if (start < 0 || page < 0) return html
  const rest = `${html.slice(0, page)}${PAGE} inert=""${html.slice(page + PAGE.length, start)}${html.slice(end)}`
  const at = rest.lastIndexOf('<section class="toasts"')
  return rest.slice(0, at) + html.slice(start, end) + rest.slice(at)
}
