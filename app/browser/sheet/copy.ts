/** Asks the worker to keep this page's sheet and the files it needs. False if this browser, or this address, has no workers. */
export async function keepCopy(sheet: string, isNew: boolean): Promise<boolean> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return false
  try {
    const isFirst = !serviceWorker.controller
    await serviceWorker.register('/sheet-worker.js', { scope: '/admin/day' })
    const { active } = await serviceWorker.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/'))
    // The worker has seen this page pass, unless it has only now come, or the page was changed since.
    active?.postMessage({ sheet: isFirst || isNew ? sheet : undefined, files: [...new Set(files)] })
    return Boolean(active)
  } catch {
    return false
  }
}
