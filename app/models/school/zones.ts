import { nameOfZone } from '~/utils/dates'

/** The names that people in the United States look for. */
const HERE = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

interface Region {
  label: string
  options: { value: string; label: string }[]
}

const city = (zone: string) => zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ')

/** Returns the time zones to choose from, those of the United States first; `current` is included, whatever it is called. */
export function zonesByRegion(current: string): Region[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/') && !HERE.includes(zone))
  const first = HERE.includes(current) || others.includes(current) ? HERE : [current, ...HERE]
  const regions = new Map<string, Region>()
  for (const zone of others) {
    const label = zone.slice(0, zone.indexOf('/'))
    const region = regions.get(label) ?? { label, options: [] }
    region.options.push({ value: zone, label: city(zone) })
    regions.set(label, region)
  }
  return [
    { label: 'United States', options: first.map((zone) => ({ value: zone, label: nameOfZone(zone) })) },
    ...regions.values(),
  ]
}
