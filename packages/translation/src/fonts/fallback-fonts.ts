import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { singleOutlineFont } from '@kamar/readers/fonts'

/** Of a folder, in the order of their names: a character that no font has is looked for in each of them. */
const maxFonts = 16
const maxFontBytes = 64 * 1024 ** 2
const extensions: readonly string[] = ['.ttf', '.otf', '.ttc', '.otc']
/** Where Debian, Alpine, Fedora and Arch install Chinese, Japanese and Korean letters. */
const commonFolders: readonly string[] = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc',
]

/** A path of fallback fonts that is not used, and why. */
export interface UnusableFont {
  readonly path: string
  readonly reason: string
}

/** Fallback fonts as readers get them. */
export interface PreparedFonts {
  /** Readable by everybody, each one font. */
  readonly paths: readonly string[]
  readonly unusable: readonly UnusableFont[]
}

/** The font of Chinese, Japanese and Korean letters that distributions install; null where this machine has none. */
export function commonFallbackFont(): string | null {
  return commonFolders.find((path) => existsSync(path)) ?? null
}

/**
 * Copies fallback fonts to where readers are handed them from: boxes see nothing of the machine's folders. `source`: a font
 * or a folder of fonts. What cannot be used is named; it never rejects over a font.
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

/** The bytes of one font, or why there are none. */
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
