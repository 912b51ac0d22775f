import type { Drawing } from '@kamar/codecs/drawing'
import { openDwg } from '@kamar/codecs/dwg'
import { openDxf } from '@kamar/codecs/dxf'
import { tryParse } from '@kamar/codecs/records'
import { TranslationError } from '@kamar/core'
import { isDxf } from './descriptor.js'

/**
 * Opens a DWG of release 13 or later, or a DXF of release 9 or later.
 * @throws {TranslationError} for older releases and damaged files.
 */
export function openDrawing(bytes: Uint8Array): Drawing {
  const isExchange = isDxf(bytes)
  if (!isExchange) requireSupportedRelease(bytes)
  const drawing = tryParse(() => (isExchange ? openDxf(bytes) : openDwg(bytes)))
  if (!drawing) throw new TranslationError({ code: 'damaged', ...(isExchange ? {} : { bytePosition: 0 }) })
  return drawing
}

const oldestSignature = 'AC1012'

function requireSupportedRelease(bytes: Uint8Array): void {
  const signature = String.fromCharCode(...bytes.subarray(0, 6))
  if (/^AC10\d\d$/.test(signature) && signature >= oldestSignature) return
  throw new TranslationError({
    code: 'unsupported-version',
    details: { version: formatRelease(signature), advice: '2000 (AC1015)' },
  })
}

const oldReleases: Readonly<Record<string, string>> = {
  'AC1.40': '1.4',
  'AC1.50': '2.05',
  'AC2.10': '2.1',
  AC1002: '2.5',
  AC1003: '2.6',
  AC1004: '9',
  AC1006: '10',
  AC1009: '11/12',
}

const formatRelease = (signature: string): string => `${oldReleases[signature] ?? ''} (${signature})`.trim()
