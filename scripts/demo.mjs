import { build, handOver, install } from './steps.mjs'

process.env.STIRRUP_MODE = 'demo'
await install()
await build()
handOver()
await import('../build/node/server/index.js')
