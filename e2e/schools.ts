/** How many browsers work at once. They wait more than they work, so a machine of two cores has time for three. */
export const WORKERS = Number(process.env.E2E_WORKERS ?? 3)

/** Where the school of a worker is open. */
export const addressOf = (worker: number) => `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 4630) + worker}`
