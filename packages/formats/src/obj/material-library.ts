import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { textureTransform, untransformed, type TextureTransform } from '../kit/texture-transform.js'
import type { SourceTexture } from '../kit/textures.js'

/** A material of a library. */
export interface ObjMaterial {
  readonly name: string
  /** Red, green, blue, 0 to 1; null when the library gives no usable colour. */
  color: [number, number, number] | null
  /** 1 is opaque. */
  opacity: number
  /** Colour texture; its name is empty without one. */
  texture: SourceTexture
}

/** Number of words after an option of a texture statement. */
const optionWords: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-texres': 1,
  '-type': 1,
}
/** Options with one to three numbers. */
const vectorOptions = new Set(['-o', '-s', '-t'])

/**
 * Parses a texture statement: `-s 2 2 1 -o 0.5 0 0 -bm 0.5 textures\brick wall.png` names `brick wall.png`, tiled twice
 * each way and shifted by half. Companions only come from the same upload, so that only the last segment of a path or
 * URL matters. `-t` (random turbulence) is ignored.
 */
export function readTextureStatement(statement: string): SourceTexture {
  const tokens = statement.split(/\s+/).filter((word) => word !== '')
  const vectors = new Map<string, readonly number[]>()
  let isClamped = false
  let at = 0
  while (tokens[at]?.startsWith('-')) {
    const option = tokens[at] ?? ''
    if (option === '-clamp') isClamped = tokens[at + 1]?.toLowerCase() === 'on'
    at += 1 + (Object.hasOwn(optionWords, option) ? (optionWords[option] ?? 0) : 0)
    if (!vectorOptions.has(option)) continue
    const numbers = numbersAt(tokens, at)
    vectors.set(option, numbers)
    at += numbers.length
  }
  const name = cleanName(lastPathSegment(tokens.slice(at).join(' ')))
  return { name, isClamped, transform: toTextureTransform(vectors) }
}

/** Reads up to three numbers; the last word of a statement is always a name. */
function numbersAt(tokens: readonly string[], start: number): number[] {
  const numbers: number[] = []
  for (let at = start; numbers.length < 3 && at < tokens.length - 1; at++) {
    if (!/^[-+.\d][-+.\deE]*$/.test(tokens[at] ?? '')) break
    numbers.push(Number(tokens[at]))
  }
  return numbers
}

function toTextureTransform(vectors: ReadonlyMap<string, readonly number[]>): TextureTransform {
  const [scaleU = 1, scaleV = 1] = vectors.get('-s') ?? []
  const [offsetU = 0, offsetV = 0] = vectors.get('-o') ?? []
  return textureTransform({ scale: [scaleU, scaleV], offset: [offsetU, offsetV] }) ?? untransformed
}

/** Parses `0.8 0.8 0.8` or `0.8` (grey); null for spectral files and CIE values. */
function parseColor(statement: string): [number, number, number] | null {
  const numbers = statement.split(/\s+/).map(Number)
  const [red = Number.NaN, green = red, blue = red] = numbers
  const color: [number, number, number] = [red, green, blue]
  return color.every(Number.isFinite)
    ? (color.map((channel) => Math.min(1, Math.max(0, channel))) as typeof color)
    : null
}

interface OpenMaterial extends ObjMaterial {
  dissolve: number | null
  transparency: number | null
}

/**
 * Computes the opacity: `d` states opacity, `Tr` transparency; where both exist, programs disagree on `Tr` and `d` is
 * right. `Tr 1` alone would be invisible: old exporters write it for opaque materials.
 */
function computeOpacity({ dissolve, transparency }: OpenMaterial): number {
  const opacity = dissolve ?? (transparency === null || transparency === 1 ? 1 : 1 - transparency)
  return Math.min(1, Math.max(0, opacity))
}

type Statement = (material: OpenMaterial, text: string) => void
const numberOrNull = (text: string): number | null => {
  const value = Number(text.replace(/^-halo\s+/, '').split(/\s+/)[0])
  return text !== '' && Number.isFinite(value) ? value : null
}

const statements = new Map<string, Statement>([
  ['kd', (material, text) => (material.color = parseColor(text))],
  ['d', (material, text) => (material.dissolve = numberOrNull(text))],
  ['tr', (material, text) => (material.transparency = numberOrNull(text))],
  ['map_kd', (material, text) => (material.texture = readTextureStatement(text))],
])

const noTexture: SourceTexture = { name: '', isClamped: false, transform: untransformed }

/**
 * Parses the materials of a library (`.mtl`), by name; the first of two with the same name counts, as in most programs.
 */
export function parseMaterialLibrary(text: string): Map<string, ObjMaterial> {
  const materials = new Map<string, OpenMaterial>()
  let open: OpenMaterial | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    if (word.toLowerCase() === 'newmtl') {
      const name = cleanName(rest)
      open = { name, color: null, opacity: 1, texture: noTexture, dissolve: null, transparency: null }
      if (!materials.has(name)) materials.set(name, open)
    } else if (open) statements.get(word.toLowerCase())?.(open, rest)
  }
  for (const material of materials.values()) material.opacity = computeOpacity(material)
  return materials
}

/**
 * Returns the names after `mtllib`: one with blanks in it, or several. They are tried in this order; the last list is
 * reported as missing when none is attached.
 */
export function libraryNames(statement: string): { readonly fullName: string; readonly parts: readonly string[] } {
  const fullName = cleanName(lastPathSegment(statement))
  const tokens = statement.split(/\s+/).filter((word) => word !== '')
  const several = tokens.length > 1 && tokens.every((word) => /\.mtl$/i.test(word))
  return { fullName, parts: several ? tokens.map((word) => cleanName(lastPathSegment(word))) : [fullName] }
}
