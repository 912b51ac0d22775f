import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { limits, type ProviderName } from '@kamar/contracts'
import { readerLimits } from '@kamar/core'
import type { ObjectStoreSettings } from '@kamar/storage'
import { type CloudSettings, type IsolationLevel, isolationLevels } from '@kamar/translation'
import { readAutodeskCloud } from './autodesk-cloud-settings.js'
import { type Environment, readFlag, readSize } from './environment.js'
import { listFleetErrors, type Role, roles } from './fleet-rules.js'
import { readObjectStore } from './object-store-settings.js'
import { readNetwork } from '../http/callback-guard.js'

/** All external settings of the server; read once at the start. */
export interface Configuration {
  /** 0 picks any free port (tests). */
  readonly port: number
  /** Address of this machine to listen on; `::` is all of them. */
  readonly host: string
  /** Absolute path. */
  readonly dataFolder: string
  /** Public URL, when it differs from `http://localhost:PORT`; decides cookies, HSTS and printed links. */
  readonly publicUrl: URL | null
  /** Accepted host names besides that of `publicUrl`, in lower case. */
  readonly hostNames: readonly string[]
  readonly administrator: AdministratorCredentials | null
  /** PostgreSQL server; null for the embedded database. */
  readonly databaseUrl: string | null
  /** Database role to which a server grants the rights of workers; null leaves all rights unchanged. */
  readonly workerDatabaseRole: string | null
  /** Storage for files; null for the data folder. */
  readonly objectStore: ObjectStoreSettings | null
  /** Role of this process. */
  readonly role: Role
  /** Port of metrics and probes, for internal use within a deployment only; null for none. */
  readonly metricsPort: number | null
  /** Sources whose `X-Forwarded-…` headers are trusted: none, this number of proxies in front, or these addresses. */
  readonly trustProxy: false | number | string[]
  /** Maximum size of an uploaded file, for accounts without a limit of their own. */
  readonly uploadLimitBytes: number
  /** Number of concurrent translations in this process; 0 leaves translating to other processes. */
  readonly workers: number
  /** Memory that a reader may use for the largest files. */
  readonly readerMemoryBytes: number
  /** Time that a reader may take for the largest files. */
  readonly readerMinutes: number
  /**
   * Whether warm reader processes wait for the next file; without them, a translation begins about half a second later.
   */
  readonly warmReaders: boolean
  /** Minimum reader isolation: this process translates nothing where it is not available. */
  readonly minIsolation: IsolationLevel
  /** Absolute path of a font or font folder for characters of drawings that no other font has; null: the system's. */
  readonly fallbackFont: string | null
  /** Secret that signs tokens; null: one is generated and stored in the data folder. */
  readonly secret: string | null
  /** Null: mails are stored for the administrator. */
  readonly mail: MailServer | null
  /** Identity providers for sign-in; null where there is no client id. */
  readonly identityProviders: ProviderTable
  /** Non-public networks that webhooks may call: those of the intranet. */
  readonly webhookNetworks: readonly (readonly [string, number])[]
  /** Non-public networks from which viewer extensions may be fetched. */
  readonly extensionNetworks: readonly (readonly [string, number])[]
  /** Cloud that receives files without an installed reader, from projects that allow it; null without credentials. */
  readonly autodeskCloud: CloudSettings | null
  readonly logLevel: LogLevel
}

/** Settings of the client at an identity provider. */
export interface ProviderSettings {
  readonly issuer: URL
  readonly clientId: string
  /** Null for public clients, which have PKCE alone. */
  readonly clientSecret: string | null
}

export type ProviderTable = Readonly<Record<ProviderName, ProviderSettings | null>>

/** Connection to the deployment's mail server. */
export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password where the server requires them. */
  readonly url: string
  /** `Kamar <kamar@kamar.example>`. */
  readonly from: string
}

export interface AdministratorCredentials {
  readonly username: string
  readonly password: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Error for invalid settings; one sentence per mistake, fit for the operator who starts the server. */
export class ConfigurationError extends Error {
  readonly errors: readonly string[]
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
    this.name = 'ConfigurationError'
    this.errors = errors
  }
}

const minSecretCharacters = 32
const readerMemoryRange = { fallback: readerLimits.dataBytes, minimum: 1024 ** 3, maximum: 1024 ** 4 }
const readerMinutesRange = { fallback: readerLimits.wallClockMilliseconds / 60_000, minimum: 1, maximum: 24 * 60 }
const uploadLimitRange = { fallback: limits.defaultUploadBytes, minimum: 1, maximum: limits.maxUploadBytes }
const knownNames = new Set([
  'KAMAR_ADMIN_PASSWORD',
  'KAMAR_ADMIN_USERNAME',
  'KAMAR_AUTODESK_BASE_URL',
  'KAMAR_AUTODESK_CLIENT_ID',
  'KAMAR_AUTODESK_CLIENT_SECRET',
  'KAMAR_AUTODESK_REGION',
  'KAMAR_DATA_DIR',
  'KAMAR_EXTENSION_NETWORKS',
  'KAMAR_FALLBACK_FONT',
  'KAMAR_GOOGLE_CLIENT_ID',
  'KAMAR_GOOGLE_CLIENT_SECRET',
  'KAMAR_HOST',
  'KAMAR_HOST_NAMES',
  'KAMAR_LOG_LEVEL',
  'KAMAR_METRICS_PORT',
  'KAMAR_MAIL_FROM',
  'KAMAR_MICROSOFT_CLIENT_ID',
  'KAMAR_MICROSOFT_CLIENT_SECRET',
  'KAMAR_MICROSOFT_TENANT',
  'KAMAR_MINIMUM_ISOLATION',
  'KAMAR_PUBLIC_URL',
  'KAMAR_READER_MEMORY',
  'KAMAR_READER_MINUTES',
  'KAMAR_ROLE',
  'KAMAR_S3_ACCESS_KEY_ID',
  'KAMAR_S3_BUCKET',
  'KAMAR_S3_ENDPOINT',
  'KAMAR_S3_PATH_STYLE',
  'KAMAR_S3_PREFIX',
  'KAMAR_S3_REGION',
  'KAMAR_S3_SECRET_ACCESS_KEY',
  'KAMAR_SECRET',
  'KAMAR_SMTP_URL',
  'KAMAR_TRUST_PROXY',
  'KAMAR_UPLOAD_LIMIT',
  'KAMAR_WARM_READERS',
  'KAMAR_WEBHOOK_NETWORKS',
  'KAMAR_WORKERS',
  'KAMAR_WORKER_DATABASE_ROLE',
])
/** Environment variables of tests and scripts that may be set while a server runs. */
const namesOfOthers = /^KAMAR_(SAMPLES|CHROMIUM|CAMPAIGN|FAULTS|MUTATION_SEEDS|TEST_\w+|BENCH_\w+)$/

/** Reads the environment; throws `ConfigurationError` with all mistakes at once. */
export function readConfiguration(environment: Environment): Configuration {
  const errors: string[] = unknownNames(environment)
  const read = <Value>(reading: () => Value, fallback: Value): Value => {
    try {
      return reading()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      errors.push(error.message)
      return fallback
    }
  }
  const configuration: Configuration = {
    port: read(() => integer(environment, 'PORT', { fallback: 3000, maximum: 65_535 }), 0),
    host: environment['KAMAR_HOST'] || defaultHost(environment['KAMAR_PUBLIC_URL']),
    dataFolder: resolve(environment['KAMAR_DATA_DIR'] || './data'),
    publicUrl: read(() => publicUrl(environment['KAMAR_PUBLIC_URL']), null),
    hostNames: read(() => hostNames(environment['KAMAR_HOST_NAMES']), []),
    administrator: read(() => administrator(environment), null),
    databaseUrl: read(() => databaseUrl(environment['DATABASE_URL']), null),
    workerDatabaseRole: read(() => databaseRole(environment['KAMAR_WORKER_DATABASE_ROLE']), null),
    objectStore: read(() => readObjectStore(environment), null),
    role: read(() => choice(environment, 'KAMAR_ROLE', { values: roles, fallback: 'all' }), 'all'),
    metricsPort: read(() => integer(environment, 'KAMAR_METRICS_PORT', { fallback: 0, maximum: 65_535 }) || null, null),
    trustProxy: read(() => trustProxy(environment['KAMAR_TRUST_PROXY']), false),
    uploadLimitBytes: read(
      () => readSize(environment, 'KAMAR_UPLOAD_LIMIT', uploadLimitRange),
      uploadLimitRange.fallback,
    ),
    workers: read(() => integer(environment, 'KAMAR_WORKERS', { fallback: defaultWorkers(), maximum: 64 }), 0),
    readerMemoryBytes: read(
      () => readSize(environment, 'KAMAR_READER_MEMORY', readerMemoryRange),
      readerMemoryRange.fallback,
    ),
    readerMinutes: read(
      () => integer(environment, 'KAMAR_READER_MINUTES', readerMinutesRange),
      readerMinutesRange.fallback,
    ),
    warmReaders: read(() => readFlag(environment, 'KAMAR_WARM_READERS', true), true),
    minIsolation: read(
      () => choice(environment, 'KAMAR_MINIMUM_ISOLATION', { values: isolationLevels, fallback: 'process' }),
      'process',
    ),
    fallbackFont: environment['KAMAR_FALLBACK_FONT'] ? resolve(environment['KAMAR_FALLBACK_FONT']) : null,
    secret: read(() => secret(environment['KAMAR_SECRET']), null),
    mail: read(() => mailServer(environment), null),
    identityProviders: {
      google: read(() => identityProvider(environment, 'GOOGLE', googleIssuer), null),
      microsoft: read(() => identityProvider(environment, 'MICROSOFT', microsoftIssuer(environment)), null),
    },
    webhookNetworks: read(() => networks(environment, 'KAMAR_WEBHOOK_NETWORKS'), []),
    extensionNetworks: read(() => networks(environment, 'KAMAR_EXTENSION_NETWORKS'), []),
    autodeskCloud: read(() => readAutodeskCloud(environment), null),
    logLevel: read(() => choice(environment, 'KAMAR_LOG_LEVEL', { values: logLevels, fallback: 'warn' }), 'warn'),
  }
  errors.push(...listFleetErrors(configuration))
  if (errors.length > 0) throw new ConfigurationError(errors)
  if (configuration.role === 'server') return { ...configuration, workers: 0 }
  return configuration.role === 'worker' ? { ...configuration, ...noServerOptions } : configuration
}

/** Server secrets that a worker never gets, even where its environment has them. */
const noServerOptions = {
  administrator: null,
  identityProviders: { google: null, microsoft: null },
  mail: null,
  secret: null,
  workerDatabaseRole: null,
} as const satisfies Partial<Configuration>

/** Returns the default host. Without a public URL this is a trial on one machine, so the network has no access. */
function defaultHost(publicAddress: string | undefined): string {
  return publicAddress ? '::' : '127.0.0.1'
}

/** Returns one translation per two cores: a reader uses a second thread for geometry. */
function defaultWorkers(): number {
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
}

function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('KAMAR_') && !knownNames.has(name) && !namesOfOthers.test(name))
    .map(
      (name) =>
        `${name} is not a setting of Kamar; the settings are PORT, DATABASE_URL, ${[...knownNames].join(', ')}.`,
    )
}

function integer(
  environment: Environment,
  name: string,
  {
    fallback,
    minimum = 0,
    maximum,
  }: { readonly fallback: number; readonly minimum?: number; readonly maximum: number },
): number {
  const text = environment[name]
  if (!text) return fallback
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
  throw new RangeError(`${name} must be a whole number from ${minimum} to ${maximum}, not "${text}".`)
}

function publicUrl(text: string | undefined): URL | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url
  throw new RangeError(`KAMAR_PUBLIC_URL must be an address like https://kamar.example without a path, not "${text}".`)
}

function hostNames(text: string | undefined): string[] {
  if (!text) return []
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name))) return names
  throw new RangeError(`KAMAR_HOST_NAMES must be names like kamar.example,models.example, not "${text}".`)
}

function administrator(environment: Environment): AdministratorCredentials | null {
  const { KAMAR_ADMIN_USERNAME: username, KAMAR_ADMIN_PASSWORD: password } = environment
  if (!username && !password) return null
  if (!username || !password) {
    throw new RangeError('KAMAR_ADMIN_USERNAME and KAMAR_ADMIN_PASSWORD must be set together.')
  }
  if (password.length < limits.minPasswordCharacters) {
    throw new RangeError(`KAMAR_ADMIN_PASSWORD needs at least ${limits.minPasswordCharacters} characters.`)
  }
  return { username, password }
}

function databaseUrl(text: string | undefined): string | null {
  if (!text) return null
  if (/^postgres(ql)?:\/\/./.test(text)) return text
  throw new RangeError('DATABASE_URL must begin with postgres:// or postgresql://.')
}

function databaseRole(text: string | undefined): string | null {
  if (!text) return null
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(text)) return text
  throw new RangeError(`KAMAR_WORKER_DATABASE_ROLE must be the name of a role like kamar_worker, not "${text}".`)
}

function choice<Value extends string>(
  environment: Environment,
  name: string,
  { fallback, values }: { readonly values: readonly Value[]; readonly fallback: Value },
): Value {
  const text = environment[name]
  const match = values.find((value) => value === (text || fallback))
  if (match) return match
  throw new RangeError(`${name} must be one of ${values.join(', ')}, not "${text}".`)
}

function trustProxy(text: string | undefined): Configuration['trustProxy'] {
  if (!text || text === 'false') return false
  if (/^[1-9]$/.test(text)) return Number(text)
  const addresses = text.split(',').map((address) => address.trim())
  if (addresses.every((address) => isIP(address.replace(/\/\d{1,3}$/, '')) !== 0)) return addresses
  const advice = 'how many proxies stand in front (1), or their addresses (10.0.0.7,192.168.4.0/24)'
  throw new RangeError(
    text === 'true'
      ? `KAMAR_TRUST_PROXY must not be true, which lets every caller claim any address; write ${advice}.`
      : `KAMAR_TRUST_PROXY must be ${advice}, not "${text}".`,
  )
}

function secret(text: string | undefined): string | null {
  if (!text) return null
  if (text.length >= minSecretCharacters && new Set(text).size >= 8) return text
  throw new RangeError(`KAMAR_SECRET needs at least ${minSecretCharacters} characters that are hard to guess.`)
}

function mailServer(environment: Environment): MailServer | null {
  const { KAMAR_MAIL_FROM: from, KAMAR_PUBLIC_URL: site, KAMAR_SMTP_URL: url } = environment
  if (!url && !from) return null
  if (!url || !from) throw new RangeError('KAMAR_SMTP_URL and KAMAR_MAIL_FROM must be set together.')
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    // The message omits the value because it may hold a password.
    throw new RangeError('KAMAR_SMTP_URL must be an address like smtps://user:password@mail.example:465.')
  }
  if (!/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    throw new RangeError(`KAMAR_MAIL_FROM must be an address like "Kamar <kamar@example.com>", not "${from}".`)
  }
  if (!site) throw new RangeError('KAMAR_SMTP_URL needs KAMAR_PUBLIC_URL, because mails carry links to this server.')
  return { url, from }
}

const googleIssuer = new URL('https://accounts.google.com')

/**
 * Returns the issuer. `common` accepts accounts of every organisation and personal ones; a tenant's id or domain
 * accepts its own only.
 */
function microsoftIssuer(environment: Environment): URL {
  const tenant = environment['KAMAR_MICROSOFT_TENANT'] || 'common'
  return new URL(`https://login.microsoftonline.com/${encodeURIComponent(tenant)}/v2.0`)
}

function identityProvider(environment: Environment, name: string, issuer: URL): ProviderSettings | null {
  const clientId = environment[`KAMAR_${name}_CLIENT_ID`]
  const clientSecret = environment[`KAMAR_${name}_CLIENT_SECRET`]
  if (clientId) return { issuer, clientId, clientSecret: clientSecret || null }
  if (clientSecret) throw new RangeError(`KAMAR_${name}_CLIENT_SECRET needs KAMAR_${name}_CLIENT_ID.`)
  return null
}

function networks(
  environment: Environment,
  name: 'KAMAR_WEBHOOK_NETWORKS' | 'KAMAR_EXTENSION_NETWORKS',
): (readonly [string, number])[] {
  const text = environment[name]
  if (!text) return []
  return text.split(',').map((part) => {
    const network = readNetwork(part)
    if (network) return network
    throw new RangeError(`${name} must be a list of networks like 10.1.0.0/16, not "${text}".`)
  })
}
