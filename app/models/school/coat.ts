/** The coats of horses, from dark to light, each with its word for the office. */
export const COATS = [
  { name: 'black', label: 'Black' },
  { name: 'dark-bay', label: 'Dark bay' },
  { name: 'bay', label: 'Bay' },
  { name: 'chestnut', label: 'Chestnut' },
  { name: 'buckskin', label: 'Buckskin' },
  { name: 'palomino', label: 'Palomino' },
  { name: 'roan', label: 'Roan' },
  { name: 'gray', label: 'Gray' },
  { name: 'white', label: 'White' },
  { name: 'pinto', label: 'Pinto' },
  { name: 'other', label: 'Other' },
] as const

export const COAT_NAMES = COATS.map(({ name }) => name)

export const coatLabel = (coat: string): string => COATS.find(({ name }) => name === coat)?.label ?? 'not set'

/** The coats of all horses that have one, by the horse's name. */
export type CoatsByName = Readonly<Record<string, string>>
