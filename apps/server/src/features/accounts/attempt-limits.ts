import { createHash } from 'node:crypto'
import { AppError } from '@kamar/contracts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressBlock } from './address-block.js'

type Pool = ConstructorParameters<typeof RateLimiterPostgres>[0]['storeClient']

/** Slows guessing. Every method throws `too-many-requests` with the seconds to wait once its limit is reached. */
export interface AttemptLimits {
  /** Before a password is looked at; every attempt counts until `signedIn` takes it back. */
  signIn(name: string, address: string): Promise<void>
  signedIn(name: string, address: string): Promise<void>
  register(address: string): Promise<void>
  setUp(address: string): Promise<void>
}

const quarterHourSeconds = 900
const hourSeconds = 3600

/**
 * Three counters for sign-in: this account from this network (a person who forgot), this account from anywhere (many
 * machines, one account) and this network over all accounts (one machine, many accounts). They live in the database, so
 * a restart or a second server does not reset them.
 */
const rules = {
  accountHere: { points: 10, duration: quarterHourSeconds },
  accountAnywhere: { points: 100, duration: hourSeconds },
  network: { points: 100, duration: quarterHourSeconds },
  registration: { points: 100, duration: hourSeconds },
  setUp: { points: 20, duration: hourSeconds },
} as const

export type LimitRules = {
  readonly [Name in keyof typeof rules]: { readonly points: number; readonly duration: number }
}

export function createAttemptLimits(pool: Pool, limitRules: LimitRules = rules): AttemptLimits {
  const limiter = (name: keyof LimitRules): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: name === 'network',
      keyPrefix: name,
      ...limitRules[name],
    })
  const accountHere = limiter('accountHere')
  const accountAnywhere = limiter('accountAnywhere')
  const network = limiter('network')
  const registration = limiter('registration')
  const setUp = limiter('setUp')
  return {
    async signIn(name, address) {
      await consume(network, addressBlock(address))
      await consume(accountHere, keyOf(name, addressBlock(address)))
      await consume(accountAnywhere, keyOf(name))
    },
    async signedIn(name, address) {
      await network.reward(addressBlock(address), 1)
      await accountHere.delete(keyOf(name, addressBlock(address)))
      await accountAnywhere.reward(keyOf(name), 1)
    },
    register: (address) => consume(registration, addressBlock(address)),
    setUp: (address) => consume(setUp, addressBlock(address)),
  }
}

/** Hashed, because the column is short, names are as long as people like, and a table of counters need not know names. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n').normalize('NFKC').toLowerCase()).digest('base64url')
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new AppError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
  }
}
