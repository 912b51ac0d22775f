import { isIPv6 } from 'node:net'

/**
 * Returns the network that one attacker controls: a whole IPv4 address, or the /64 of an IPv6 address, because any
 * customer line gets 2^64 of those.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  return `${expandedGroups(address.split('%')[0] ?? '')
    .slice(0, 4)
    .join(':')}::/64`
}

function expandedGroups(address: string): string[] {
  const [prefix = '', tail] = address.split('::')
  const before = prefix === '' ? [] : prefix.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
}
