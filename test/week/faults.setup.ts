// No fault is active while the modules load.
Object.assign(globalThis, { isMutant: () => false })
