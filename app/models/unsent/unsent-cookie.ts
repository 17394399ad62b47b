/** The cookie that the day sheet sets: only the browser knows its pending changes. */
const nameOf = (userId: string) => `unsent_${userId}`

/** Returns how many changes of the day sheet are pending in a browser with these cookies. */
export function unsentChanges(header: string | null, userId: string): number {
  const cookies = header?.split('; ') ?? []
  const value = cookies.find((one) => one.startsWith(`${nameOf(userId)}=`))?.split('=')[1] ?? ''
  return /^\d{1,4}$/.test(value) ? Number(value) : 0
}

/** Returns the `Set-Cookie` header that says that nothing is pending. */
export const nothingUnsent = (userId: string): string => `${nameOf(userId)}=; Path=/; Max-Age=0; SameSite=Lax`
