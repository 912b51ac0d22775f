import { createHash } from 'node:crypto'
import { AppError } from '@kamar/core'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { addressBlock } from './address-block.js'

type Pool = ConstructorParameters<typeof RateLimiterPostgres>[0]['storeClient']

/**
 * Rate limits against guessing. Every method throws `too-many-requests` with the seconds to wait once its limit is
 * reached.
 */
export interface AttemptLimits {
  /** Counts an attempt before the password check; every attempt counts until `signedIn` takes it back. */
  signIn(name: string, address: string): Promise<void>
  signedIn(name: string, address: string): Promise<void>
  /**
   * Replaces `signIn` for a browser in which the account has signed in before: attempts from other browsers do not
   * count.
   */
  knownDevice(device: string): Promise<void>
  knownDeviceSignedIn(device: string): Promise<void>
  register(address: string): Promise<void>
  setUp(address: string): Promise<void>
  /** Counts a request for a mail to an address. */
  mail(recipient: string, address: string): Promise<void>
  /** Counts a use of the secret of a mailed link. */
  link(address: string): Promise<void>
  /** Counts a code of a second factor; every attempt counts until `secondFactorPassed` takes it back. */
  secondFactor(accountId: string): Promise<void>
  secondFactorPassed(accountId: string): Promise<void>
  /** Counts a sign-in through an identity provider. */
  provider(address: string): Promise<void>
  /** Counts a message sent without an account. */
  contact(address: string): Promise<void>
  /**
   * Checks the limit before an application's secret is checked; only `clientRefused` counts, because programs call
   * often.
   */
  client(clientId: string, address: string): Promise<void>
  clientRefused(clientId: string, address: string): Promise<void>
  /** Counts an opening of a secret link. */
  shareLink(address: string): Promise<void>
  /** Counts a password of a secret link; every attempt counts until `sharePasswordRight` takes it back. */
  sharePassword(linkId: string, address: string): Promise<void>
  sharePasswordRight(linkId: string, address: string): Promise<void>
  /** Counts an invitation into a project. */
  invitation(accountId: string): Promise<void>
}

const quarterHourSeconds = 900
const hourSeconds = 3600

/**
 * Limits per counter. Sign-in has three: this account from this network (a user who forgot), this account from anywhere
 * (many machines, one account) and this network over all accounts (one machine, many accounts). A browser in which the
 * account has signed in before has its own counter instead. They are in the database, so that a restart or a second
 * server does not reset them.
 */
const rules = {
  accountHere: { points: 10, duration: quarterHourSeconds },
  accountAnywhere: { points: 100, duration: hourSeconds },
  network: { points: 100, duration: quarterHourSeconds },
  knownDevice: { points: 10, duration: quarterHourSeconds },
  registration: { points: 100, duration: hourSeconds },
  setUp: { points: 20, duration: hourSeconds },
  mailRecipient: { points: 5, duration: hourSeconds },
  mailNetwork: { points: 30, duration: hourSeconds },
  link: { points: 60, duration: hourSeconds },
  // Six digits, three codes valid at any moment: 480 guesses a day are a chance of one in seven hundred.
  secondFactor: { points: 5, duration: quarterHourSeconds },
  provider: { points: 100, duration: quarterHourSeconds },
  contact: { points: 10, duration: hourSeconds },
  clientHere: { points: 10, duration: quarterHourSeconds },
  clientNetwork: { points: 100, duration: quarterHourSeconds },
  // An office behind one address, where each page requests again every hour.
  shareLink: { points: 300, duration: hourSeconds },
  sharePasswordHere: { points: 10, duration: quarterHourSeconds },
  sharePasswordAnywhere: { points: 100, duration: hourSeconds },
  invitation: { points: 200, duration: hourSeconds },
} as const

export type LimitRules = {
  readonly [Name in keyof typeof rules]: { readonly points: number; readonly duration: number }
}

export function createAttemptLimits(pool: Pool, changedRules: Partial<LimitRules> = {}): AttemptLimits {
  const limiter = limiterMaker(pool, { ...rules, ...changedRules })
  const accountByAddress = limiter('accountHere')
  const accountTotal = limiter('accountAnywhere')
  const network = limiter('network')
  const knownDevice = limiter('knownDevice')
  const registration = limiter('registration')
  const setUp = limiter('setUp')
  const mailRecipient = limiter('mailRecipient')
  const mailNetwork = limiter('mailNetwork')
  const link = limiter('link')
  const secondFactor = limiter('secondFactor')
  const provider = limiter('provider')
  const contact = limiter('contact')
  return {
    async signIn(name, address) {
      await consume(network, addressBlock(address))
      await consume(accountByAddress, computeKey(name, addressBlock(address)))
      await consume(accountTotal, computeKey(name))
    },
    async signedIn(name, address) {
      await network.reward(addressBlock(address), 1)
      await accountByAddress.delete(computeKey(name, addressBlock(address)))
      await accountTotal.reward(computeKey(name), 1)
    },
    knownDevice: (device) => consume(knownDevice, device),
    async knownDeviceSignedIn(device) {
      await knownDevice.delete(device)
    },
    register: (address) => consume(registration, addressBlock(address)),
    setUp: (address) => consume(setUp, addressBlock(address)),
    async mail(recipient, address) {
      await consume(mailNetwork, addressBlock(address))
      await consume(mailRecipient, computeKey(recipient))
    },
    link: (address) => consume(link, addressBlock(address)),
    secondFactor: (accountId) => consume(secondFactor, accountId),
    async secondFactorPassed(accountId) {
      await secondFactor.delete(accountId)
    },
    provider: (address) => consume(provider, addressBlock(address)),
    contact: (address) => consume(contact, addressBlock(address)),
    ...sharingLimits(limiter),
    ...clientLimits(limiter),
  }
}

type MakeLimiter = (name: keyof LimitRules) => RateLimiterPostgres

function limiterMaker(pool: Pool, limitRules: LimitRules): MakeLimiter {
  return (name) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: name === 'network',
      keyPrefix: name,
      ...limitRules[name],
    })
}

type SharingLimits = Pick<AttemptLimits, 'shareLink' | 'sharePassword' | 'sharePasswordRight' | 'invitation'>

function sharingLimits(limiter: MakeLimiter): SharingLimits {
  const shareLink = limiter('shareLink')
  const passwordByAddress = limiter('sharePasswordHere')
  const passwordTotal = limiter('sharePasswordAnywhere')
  const invitation = limiter('invitation')
  return {
    shareLink: (address) => consume(shareLink, addressBlock(address)),
    async sharePassword(linkId, address) {
      await consume(passwordByAddress, computeKey(linkId, addressBlock(address)))
      await consume(passwordTotal, linkId)
    },
    async sharePasswordRight(linkId, address) {
      await passwordByAddress.delete(computeKey(linkId, addressBlock(address)))
      await passwordTotal.reward(linkId, 1)
    },
    invitation: (accountId) => consume(invitation, accountId),
  }
}

function clientLimits(limiter: MakeLimiter): Pick<AttemptLimits, 'client' | 'clientRefused'> {
  const clientByAddress = limiter('clientHere')
  const clientNetwork = limiter('clientNetwork')
  return {
    async client(clientId, address) {
      await assertSomeLeft(clientNetwork, addressBlock(address))
      await assertSomeLeft(clientByAddress, computeKey(clientId, addressBlock(address)))
    },
    async clientRefused(clientId, address) {
      await consume(clientNetwork, addressBlock(address))
      await consume(clientByAddress, computeKey(clientId, addressBlock(address)))
    },
  }
}

/**
 * Hashes the parts, because the column is short, names have any length, and a table of counters need not contain names.
 */
function computeKey(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n').normalize('NFKC').toLowerCase()).digest('base64url')
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw createLimitError(refusal)
  }
}

async function assertSomeLeft(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const spent = await limiter.get(key)
  if (spent !== null && spent.consumedPoints >= limiter.points) throw createLimitError(spent)
}

function createLimitError({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) })
}
