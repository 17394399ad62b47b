import { poolCounts } from '../db.server'
import { gauge, type Metric } from './metric'

export function poolMetrics(): Metric[] {
  const { total, idle, waiting } = poolCounts()
  const samples = [
    { labels: { state: 'total' }, value: total },
    { labels: { state: 'idle' }, value: idle },
  ]
  return [
    gauge('stirrup_database_pool_connections', 'Connections of the process to the database.', samples),
    gauge('stirrup_database_pool_waiting', 'Queries that wait for a connection.', waiting),
  ]
}
