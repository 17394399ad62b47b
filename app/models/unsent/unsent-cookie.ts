/** The cookie that the day sheet sets: only the browser knows what it keeps. */
const nameOf = (userId: string) => `unsent_${userId}`

/** How many changes of the day sheet a browser with these cookies keeps that the user has not sent yet. */
export function unsentChanges(header: string | null, userId: string): number {
  const cookies = header?.split('; ') ?? []
  const value = cookies.find((one) => one.startsWith(`${nameOf(userId)}=`))?.split('=')[1] ?? ''
  return /^\d{1,4}$/.test(value) ? Number(value) : 0
}

/** The `Set-Cookie` header that says that nothing is kept. */
export const nothingUnsent = (userId: string): string => `${nameOf(userId)}=; Path=/; Max-Age=0; SameSite=Lax`
