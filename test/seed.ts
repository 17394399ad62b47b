import fc from 'fast-check'

// Every run tries the same random cases, so that a red run is caused by its change. `npm run test:ledger` and `npm run
// test:week` look for new ones; PROPERTY_SEED tries others in any test.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_280_129) })
