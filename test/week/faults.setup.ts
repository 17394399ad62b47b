// While the modules load, no fault is awake.
Object.assign(globalThis, { isMutant: () => false })
