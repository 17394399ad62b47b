import type { Sheet } from '~/routes/office/day/kept-sheet.server'
import { addressOn } from './addresses'

/** Asks the sheet's worker to store this page and the files it needs. False if this browser, or this address, has no workers. */
export async function saveCopy(sheet: Sheet, date: string, isNew: boolean): Promise<boolean> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return false
  try {
    const isSeen = serviceWorker.controller && location.pathname === sheet
    await serviceWorker.register('/sheet-worker.js', { scope: sheet })
    const { active } = await serviceWorker.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/'))
    // The worker has seen the sheet pass, unless it was only just installed, a dialog's page was opened, or the sheet has changed since.
    active?.postMessage({ sheet: isNew || !isSeen ? addressOn(sheet, date) : undefined, files: [...new Set(files)] })
    return Boolean(active)
  } catch {
    return false
  }
}
