/** Families whose names occur in no text of the product: the parent, and the children. */
export const FAMILIES = [
  { parent: 'Ottoline', family: 'Quarrendon', children: ['Zephyrine', 'Barnabus'] },
  { parent: 'Leofric', family: 'Wrackleford', children: ['Isambard'] },
  { parent: 'Philomena', family: 'Thistlecrake', children: ['Drusilla', 'Ptolemy'] },
  { parent: 'Crispian', family: 'Oxenholme', children: [] },
  { parent: 'Hephzibah', family: 'Mumblethorpe', children: ['Torquil'] },
  { parent: 'Ignatius', family: 'Fenwhistle', children: ['Clementia', 'Evander'] },
  { parent: 'Rosamund', family: 'Yarborough', children: [] },
  { parent: 'Sigismund', family: 'Kettlewick', children: ['Perpetua'] },
] as const

export const INSTRUCTORS = [
  { first: 'Marigold', last: 'Instone' },
  { first: 'Ferdinand', last: 'Instwick' },
] as const

export const HORSES = ['Bucephalon', 'Rocinanta', 'Marengolo', 'Copenhagna'] as const

export const ARENAS = ['Indoor', 'Outdoor'] as const

/** What the office notes about a rider, and only the office reads. */
export const OFFICE_NOTE = 'Pays when the hay is in'
