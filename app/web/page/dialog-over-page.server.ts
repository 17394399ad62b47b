const PAGE = '<div id="page"'

/**
 * Moves a page's dialog behind the rest of the page and makes that inert, so that the dialog covers its screen without
 * scripts too. The dialog is rendered inside the screen, where making one inert would disable both.
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
