Object.assign(globalThis, { isMutant: (id: number) => id === Number(process.env.WEEK_FAULT) })
