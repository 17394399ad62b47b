import { expect, test } from 'vitest'
import { zonesByRegion } from './zones'

const values = (current: string) => zonesByRegion(current).flatMap(({ options }) => options.map(({ value }) => value))

test('Each zone is offered once, those of the United States first and by their names', () => {
  const [here, ...others] = zonesByRegion('America/New_York')
  expect([here?.label, here?.options[1]?.label]).toEqual(['United States', 'Central Time (Chicago)'])
  expect(others.map(({ label }) => label)).toEqual(expect.arrayContaining(['America', 'Europe', 'Pacific']))
  expect(others.flatMap(({ options }) => options)).toContainEqual({ value: 'Europe/Isle_of_Man', label: 'Isle of Man' })
  expect(new Set(values('America/New_York')).size).toBe(values('America/New_York').length)
})

test('The zone in use is included under any name', () => {
  for (const zone of ['US/Eastern', 'UTC', 'Europe/Berlin', 'America/Denver']) {
    expect(values(zone).filter((value) => value === zone)).toEqual([zone])
  }
})
