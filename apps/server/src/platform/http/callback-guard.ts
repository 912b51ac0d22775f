import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Error for a forbidden callback; its message is for the creator of the webhook. */
export class CallbackRefusedError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'CallbackRefusedError'
  }
}

/** Allowlist of callback targets. */
export interface CallbackGuard {
  /** Throws for a URL that is refused whatever its name resolves to. */
  check(url: URL): void
  /** Resolves a name to permitted addresses, so that the connection uses the address that was checked. */
  readonly lookup: LookupFunction
}

// Special-purpose addresses (IANA registries): this host, private, shared, link-local with the metadata services of
// clouds, documentation, benchmarking, multicast, reserved; the same of IPv6, and addresses that embed an IPv4 address.
// Mapped addresses (::ffff:127.0.0.1) are looked up as IPv4 addresses.
const refusedNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const getAddressFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function createBlockList(list: readonly (readonly [string, number])[]): BlockList {
  const networks = new BlockList()
  for (const [address, prefix] of list) networks.addSubnet(address, prefix, getAddressFamily(address))
  return networks
}

const refused = createBlockList(refusedNetworks)

/** Parses a network such as `10.1.0.0/16` or `192.168.1.5` to address and prefix length. */
export function readNetwork(text: string): readonly [string, number] | null {
  const [address = '', prefix] = text.trim().split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  const length = prefix === undefined ? bits : Number(prefix)
  return isIP(address) !== 0 && Number.isInteger(length) && length >= 0 && length <= bits ? [address, length] : null
}

/** Creates a guard that permits public addresses, and the networks that the deployment allows in addition. */
export function createCallbackGuard(allowedNetworks: readonly (readonly [string, number])[]): CallbackGuard {
  const allowed = createBlockList(allowedNetworks)
  const canCall = (address: string): boolean =>
    allowed.check(address, getAddressFamily(address)) || !refused.check(address, getAddressFamily(address))
  return {
    check(url) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new CallbackRefusedError('Only http and https')
      if (url.username !== '' || url.password !== '') throw new CallbackRefusedError('No credentials in the address')
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !canCall(host)) throw new CallbackRefusedError('This address may not be called')
    },
    lookup: (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, '', 0)
        const callable = addresses.filter(({ address }) => canCall(address))
        const [first] = callable
        if (first === undefined || callable.length < addresses.length) {
          return callback(new CallbackRefusedError('This host may not be called'), '', 0)
        }
        return options.all === true ? callback(null, callable) : callback(null, first.address, first.family)
      })
    },
  }
}
