import type { GlyphFaces } from '@kamar/packager/sheets'
import regularFont from 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?url'
import { PrintError } from '../print-error.js'

let fonts: Promise<GlyphFaces> | null = null

/** Loads the font of printed texts: its outlines are needed, which pages do not get of their own fonts. */
export function loadFaces(): Promise<GlyphFaces> {
  fonts ??= fetchFont().catch((error: unknown) => {
    fonts = null
    throw error
  })
  return fonts
}

async function fetchFont(): Promise<GlyphFaces> {
  const [{ default: opentype }, response] = await Promise.all([import('opentype.js'), fetch(regularFont)])
  if (!response.ok) throw new PrintError('font-unavailable', `HTTP ${response.status}`)
  const font = opentype.parse(await response.arrayBuffer())
  return { getFont: () => font, getStrokes: () => null }
}
