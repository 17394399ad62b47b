/** The sample school's sign-ins. README and the demo's sign-in page show them, so in production they do not work. */
export const SAMPLE_SIGN_INS = {
  admin: { label: 'School office', email: 'admin@stirrup.example', password: 'stirrup-admin' },
  rider: { label: 'Rider with a subscription', email: 'rider@stirrup.example', password: 'stirrup-rider' },
  coach: { label: 'Instructor', email: 'coach@stirrup.example', password: 'stirrup-coach' },
  newcomer: { label: 'New family', email: 'new@stirrup.example', password: 'stirrup-new' },
} as const

export const isSampleSignIn = (email: string, password: string): boolean =>
  Object.values(SAMPLE_SIGN_INS).some((known) => known.email === email && known.password === password)
