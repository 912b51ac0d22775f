import { join } from 'node:path'
import { step } from '../lib/run.mjs'

/** Widths in pixels: as displayed on the page, and twice that for high-density screens. */
const widths = { viewer: [1120, 2240], phone: [390, 780] }
const defaultWidths = [640, 1280]
const framesPerSecond = 15

const ffmpeg = (title, parameters) => step(title, 'ffmpeg', ['-y', '-loglevel', 'error', ...parameters])
const scaled = (width) => ['-vf', `scale=${width}:-2:flags=lanczos`]

const webp = ['-c:v', 'libwebp', '-quality', '80', '-compression_level', '6']

/**
 * Encodes a screenshot for the landing page, as AVIF in two widths and as WebP for browsers without AVIF; the light one
 * for the README too.
 */
export async function encodeScreenshot(screenshot, { target, readmeFolder }) {
  if (!screenshot.isForReadme) await encodeForLandingPage(screenshot, target)
  if (screenshot.theme === 'light') await encodeForReadme(screenshot, readmeFolder)
}

async function encodeForLandingPage({ name, theme, path }, target) {
  const [small, large] = widths[name] ?? defaultWidths
  for (const width of [small, large]) {
    const avif = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '30', '-cpu-used', '5', '-pix_fmt', 'yuv420p']
    const file = join(target, `${name}-${theme}-${width}.avif`)
    await ffmpeg(`${name}, ${theme}, ${width} px`, ['-i', path, ...scaled(width), ...avif, file])
  }
  const file = join(target, `${name}-${theme}-${small}.webp`)
  await ffmpeg(`${name}, ${theme}, WebP`, ['-i', path, ...scaled(small), ...webp, file])
}

async function encodeForReadme({ name, path }, readmeFolder) {
  const width = name === 'phone' ? 390 : 1280
  const file = join(readmeFolder, `${name}.webp`)
  await ffmpeg(`${name} for the README`, ['-i', path, ...scaled(width), ...webp, file])
}

/** Encodes a screenshot of the user guide, at the size of the screen. */
export async function encodeGuideScreenshot({ name, path, width }, folder) {
  await ffmpeg(`${name} for the guide`, ['-i', path, ...scaled(width), ...webp, join(folder, `${name}.webp`)])
}

/** Encodes the frames as WebM and MP4, and the first of them as the poster. */
export async function encodeVideo({ pattern, poster }, target) {
  const input = ['-framerate', String(framesPerSecond), '-i', pattern, '-pix_fmt', 'yuv420p']
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '50', '-b:v', '0', '-deadline', 'good', '-cpu-used', '3', '-row-mt', '1']
  await ffmpeg('Film as WebM', [...input, ...vp9, join(target, 'demo.webm')])
  const h264 = ['-c:v', 'libx264', '-crf', '32', '-preset', 'slow', '-movflags', '+faststart']
  await ffmpeg('Film as MP4', [...input, ...h264, join(target, 'demo.mp4')])
  const still = ['-c:v', 'libwebp', '-quality', '76', '-compression_level', '6']
  await ffmpeg('Poster', ['-i', poster, ...scaled(1280), ...still, join(target, 'demo-poster.webp')])
}
