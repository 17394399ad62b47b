/** `1 ride`, `2 rides` */
export const sayRides = (count: number): string => `${count} ${count === 1 ? 'ride' : 'rides'}`
