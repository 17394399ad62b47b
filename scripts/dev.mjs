import { compile, generate, handOver, install } from './steps.mjs'

process.env.STIRRUP_MODE ??= 'demo'
process.env.NODE_ENV ??= 'development'
await install()
await Promise.all([compile(), generate()])
handOver()
await import('../build/node/server/dev.js')
