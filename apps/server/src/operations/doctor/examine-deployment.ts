import { createServer } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAtLeast, isolationLevel, type IsolationLevel, type IsolationReport } from '@kamar/translation'
import {
  type Configuration,
  ConfigurationError,
  readConfiguration,
} from '../../platform/configuration/configuration.js'
import type { Environment } from '../../platform/configuration/environment.js'
import { findServer, type ServerControl } from '../control/control-client.js'
import { examineDatabase } from './examine-database.js'
import { examineFolder } from './examine-folder.js'
import { examineStorage } from './examine-storage.js'
import { about, type Finding } from './finding.js'

export type { Finding }

/** As in `engines` of package.json. */
const oldestNode = [20, 19] as const

/**
 * Examines everything that a server with these settings needs, without changes; each finding is a sentence with the
 * fault and its remedy.
 */
export async function examineDeployment(environment: Environment): Promise<Finding[]> {
  const findings = [examineNode(process.versions.node)]
  const configuration = readOr(environment, findings)
  if (configuration === null) return findings
  findings.push(...examineSettings(configuration), ...(await examineFolder(configuration.dataFolder)))
  const server = await findServer(configuration.dataFolder)
  // The embedded database belongs to the running server; a PostgreSQL server accepts further clients.
  if (server === null || configuration.databaseUrl !== null) findings.push(...(await examineDatabase(configuration)))
  findings.push(...(await examineStorage(configuration)))
  findings.push(...(await examinePort(configuration, server)))
  findings.push(...(await examineReaders(configuration)))
  return findings
}

/** Judges a version of Node, `20.19.0`. */
export function examineNode(version: string): Finding {
  const node = about('node')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSufficient = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  return isSufficient
    ? node.good(`Version ${version} is new enough.`)
    : node.wrong(`Version ${version} is too old; install Node ${oldestNode.join('.')} or newer.`)
}

function readOr(environment: Environment, findings: Finding[]): Configuration | null {
  try {
    return readConfiguration(environment)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    findings.push(...error.errors.map(about('settings').wrong))
    findings.push(about('settings').note('Everything else is examined once these can be read.'))
    return null
  }
}

function examineSettings({ publicUrl }: Configuration): Finding[] {
  const settings = about('settings')
  if (publicUrl?.protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname)) {
    return [
      settings.note(
        'KAMAR_PUBLIC_URL is not encrypted, so passwords can be read on the way; put a proxy with TLS in front.',
      ),
    ]
  }
  return [settings.good('All of them can be read.')]
}

async function examinePort({ host, port }: Configuration, server: ServerControl | null): Promise<Finding[]> {
  const finding = about('port')
  if (server !== null) return [about('server').good(`It runs as process ${server.pid} and has the data folder open.`)]
  if (port === 0) return [finding.good('Any free one is taken.')]
  const errorReason = await findListenError(host, port)
  if (errorReason === null) return [finding.good(`${port} is free.`)]
  if (errorReason === 'EADDRINUSE')
    return [finding.wrong(`${port} is in use by another program; stop it, or set PORT to a free one.`)]
  if (errorReason === 'EACCES')
    return [finding.wrong(`${port} may not be used by this user; set PORT to one above 1023.`)]
  return [
    finding.wrong(`${host} cannot be listened at (${errorReason}); set KAMAR_HOST to an address of this machine.`),
  ]
}

function findListenError(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ host, port }, () => probe.close(() => resolve(null)))
  })
}

const missingProtection: Readonly<Record<IsolationLevel, string>> = {
  sealed: '',
  confined: 'they open no other files and have no network, but can see that other files exist',
  restricted: 'they see this machine’s files and network',
  limited: 'they run as this user and see this machine’s files and network',
  process: 'they run as this user, without limits of the kernel, and see this machine’s files and network',
}

/** Returns the finding for readers with this isolation. */
export function examineIsolation(
  { level, refused }: Pick<IsolationReport, 'level' | 'refused'>,
  minimum: IsolationLevel,
): Finding {
  const readers = about('readers')
  if (level === 'sealed') return readers.good('Files are read in processes without network and without other files.')
  const reason = Object.values(refused)[0]
  const refusalText = reason === undefined ? '' : ` because the stronger way was refused (${reason.trim()})`
  const state = `Readers are ${level}: ${missingProtection[level]}${refusalText}; on Linux with setpriv, prlimit and user namespaces they are sealed.`
  if (isAtLeast(level, minimum)) return readers.note(state)
  return readers.wrong(`KAMAR_MINIMUM_ISOLATION is ${minimum}, so nothing is translated here. ${state}`)
}

/** Tests the isolation of readers, as the server does at its start. */
async function examineReaders({ minIsolation, workers }: Configuration): Promise<Finding[]> {
  const readers = about('readers')
  if (workers === 0) return [readers.note('None run here (KAMAR_WORKERS is 0); other processes have to translate.')]
  const folder = await mkdtemp(join(tmpdir(), 'kamar-doctor-'))
  try {
    return [examineIsolation(await isolationLevel(folder), minIsolation)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
