import type { Unsent } from '~/models/unsent/unsent'

const STORE = 'unsent'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open('day-sheet', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    return done(request)
  })()
  return opened
}

/** Returns a user's unsent changes, in the order in which they were made. */
export async function allOf(userId: string): Promise<Unsent[]> {
  const store = (await database()).transaction(STORE).objectStore(STORE)
  const all: Unsent[] = await done(store.getAll())
  return all.filter((one) => one.userId === userId).sort((a, b) => a.at.localeCompare(b.at))
}

/** Changes one of them atomically, whatever other tabs do. `next` returns what is stored; null deletes it. */
export async function change(id: string, next: (kept: Unsent | undefined) => Unsent | null): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  const kept = next(await done(store.get(id)))
  if (kept) store.put(kept)
  else store.delete(id)
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onabort = () => reject(transaction.error)
  })
}
