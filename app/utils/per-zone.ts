/** Makes something once a time zone. Making a formatter costs a hundred times what using it does. */
export function perZone<T>(make: (zone: string) => T): (zone: string) => T {
  const made = new Map<string, T>()
  return (zone) => {
    const found = made.get(zone) ?? make(zone)
    made.set(zone, found)
    return found
  }
}
