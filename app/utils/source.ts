import { isIPv6 } from 'node:net'

/**
 * Returns what an IP address is counted by: an IPv4 address, or the /64 of an IPv6 address, which belongs to one
 * household as a whole. An IPv4 address written as IPv6 is an IPv4 address.
 */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head ? head.split(':') : []
  const last = tail ? tail.split(':') : []
  if (tail !== undefined) groups.push(...Array.from({ length: 8 - groups.length - last.length }, () => '0'), ...last)
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
