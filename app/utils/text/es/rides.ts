/** Texts of the home screen, rides, booking, makeups and seasons. */
export const rides: Record<string, string> = {
  'Is what you want to pay not listed? <a>Pay it here (opens in a new tab)</a>':
    '¿No encuentra lo que quiere pagar? <a>Páguelo aquí (se abre en otra pestaña)</a>',
  'Welcome back!': '¡Qué gusto verle de nuevo!',
}
