import type { RequestHandler } from 'express'
import type { Metric } from '~/platform/metrics/metric'
import type { Answered } from '../request-log'
import { metricsEndpoint } from './endpoint'
import { joinMetrics } from './gather'
import { processMetrics, watchEventLoop } from './process'
import { RequestMetrics } from './requests'

interface Options {
  token: string | undefined
  app: { ownMetrics(): Metric[]; sharedMetrics(): Promise<Metric[]> }
  patternOf(pathname: string): string
}

interface Opened {
  observe?: (answered: Answered) => void
  endpoint?: RequestHandler
}

/** Returns what counts the requests of this process, and what serves the counts of all. Without a token it does nothing. */
export function openMetrics({ token, app, patternOf }: Options): Opened {
  if (!token) return {}
  watchEventLoop()
  const requests = new RequestMetrics(patternOf)
  const everyone = joinMetrics(() => [...requests.metrics(), ...processMetrics(), ...app.ownMetrics()])
  const gather = async () => (await Promise.all([everyone(), app.sharedMetrics()])).flat()
  return { observe: (answered) => requests.add(answered), endpoint: metricsEndpoint({ token, gather }) }
}
