/** `1 ride`, `2 rides` */
export const formatRides = (count: number): string => `${count} ${count === 1 ? 'ride' : 'rides'}`
