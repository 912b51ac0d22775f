import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { singleOutlineFont } from '@kamar/codecs/fonts'

/** Fonts of a folder, in name order: a character that no font has is looked up in each of them. */
const maxFonts = 16
const maxFontBytes = 64 * 1024 ** 2
const extensions: readonly string[] = ['.ttf', '.otf', '.ttc', '.otc']
/** Where Debian, Alpine, Fedora and Arch install Chinese, Japanese and Korean glyphs. */
const commonFolders: readonly string[] = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
]

/** An unusable path of fallback fonts, and why. */
export interface UnusableFont {
  readonly path: string
  readonly reason: string
}

/** Fallback fonts prepared for readers. */
export interface PreparedFonts {
  /** World-readable, one font each. */
  readonly paths: readonly string[]
  readonly unusable: readonly UnusableFont[]
}

/** Returns the Chinese, Japanese and Korean font that distributions install; null if this machine has none. */
export function commonFallbackFont(): string | null {
  return commonFolders.find((path) => existsSync(path)) ?? null
}

/**
 * Copies fallback fonts to a folder from which readers get them: sandboxes see no folders of the machine. `source`: a
 * font or a folder of fonts. Unusable fonts are listed; a font never causes a rejection.
 */
export async function prepareFallbackFonts(source: string, targetFolder: string): Promise<PreparedFonts> {
  await rm(targetFolder, { recursive: true, force: true })
  await mkdir(targetFolder, { recursive: true })
  const paths: string[] = []
  const unusable: UnusableFont[] = []
  try {
    for (const path of await listFontFiles(source)) {
      const font = await readFont(path)
      if (typeof font === 'string') unusable.push({ path, reason: font })
      else {
        const target = join(targetFolder, `font-${paths.length}`)
        await writeFile(target, font, { mode: 0o444 })
        paths.push(target)
      }
    }
  } catch (error) {
    unusable.push({ path: source, reason: formatReason(error) })
  }
  if (paths.length + unusable.length === 0)
    unusable.push({ path: source, reason: `no file in it ends in ${extensions.join(', ')}` })
  return { paths, unusable }
}

async function listFontFiles(source: string): Promise<string[]> {
  if (!(await stat(source)).isDirectory()) return [source]
  const names = (await readdir(source)).filter((name) => extensions.includes(extname(name).toLowerCase()))
  return names
    .toSorted()
    .slice(0, maxFonts)
    .map((name) => join(source, name))
}

/** Returns the bytes of one font, or the reason why it is unusable. */
async function readFont(path: string): Promise<Uint8Array | string> {
  try {
    const { size } = await stat(path)
    if (size > maxFontBytes) return `it is larger than ${maxFontBytes} bytes`
    return singleOutlineFont(await readFile(path))
  } catch (error) {
    return formatReason(error)
  }
}

const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
