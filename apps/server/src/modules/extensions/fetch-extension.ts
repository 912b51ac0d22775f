import { createHash } from 'node:crypto'
import { AppError } from '@kamar/core'
import { extensionLimits, ExtensionManifest } from '@kamar/contracts'
import { type AddressGuard, fetchGuarded, type FetchLimits } from './fetch-guarded.js'

/** Extension as fetched from its URL. */
export interface FetchedExtension {
  readonly manifest: ExtensionManifest
  /** Source code of the module. */
  readonly code: string
}

const milliseconds = extensionLimits.fetchMilliseconds

/** Returns whether a manifest's URL is among the origins and URLs that the administrator allows. */
export function isAllowedSource(sources: readonly string[], manifestUrl: string): boolean {
  const url = new URL(manifestUrl)
  return sources.some((text) => {
    const source = new URL(text)
    const isOrigin = source.pathname === '/' && source.search === ''
    return isOrigin ? source.origin === url.origin : source.href === url.href
  })
}

/** Fetches a manifest and the module it names, and checks the hash of the module. */
export async function fetchExtension(manifestUrl: string, guard: AddressGuard): Promise<FetchedExtension> {
  const address = new URL(manifestUrl)
  const manifest = readManifest(
    await fetchBytes(address, guard, { bytes: extensionLimits.manifestBytes, milliseconds }),
  )
  const entry = URL.canParse(manifest.entry, address.href) ? new URL(manifest.entry, address) : null
  if (entry === null || entry.origin !== address.origin) throw new AppError('extension-unreadable')
  const bytes = await fetchBytes(entry, guard, { bytes: extensionLimits.codeBytes, milliseconds })
  if (computeIntegrity(bytes) !== manifest.integrity) throw new AppError('extension-unreadable')
  return { manifest, code: readText(bytes) }
}

/** Computes a hash in the format of `integrity` attributes. */
export const computeIntegrity = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

async function fetchBytes(url: URL, guard: AddressGuard, limits: FetchLimits): Promise<Buffer> {
  try {
    return await fetchGuarded(url, guard, limits)
  } catch (cause) {
    throw new AppError('extension-unreachable', { origin: url.origin }, { cause })
  }
}

function readManifest(bytes: Buffer): ExtensionManifest {
  try {
    return ExtensionManifest.parse(JSON.parse(readText(bytes)))
  } catch (cause) {
    throw new AppError('extension-unreadable', {}, { cause })
  }
}

function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('extension-unreadable', {}, { cause })
  }
}
