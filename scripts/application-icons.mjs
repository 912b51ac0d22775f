import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/*
 * Draws the icons of the installed application from the logo: `node scripts/application-icons.mjs`. A maskable icon
 * fills its square, with the logo inside the circle of 80 % that every mask shape preserves; the others have the logo's
 * corners. Documents without our HTML (an image, an API response) use `favicon.ico`, which browsers request.
 */

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
const mark = readFileSync(`${folder}mark.svg`, 'utf8')
const paper = '#f7f4ef'
const full = mark.replace(/ rx="\d+"/, '').replace('translate(3.2 3.2) scale(0.8)', 'translate(6.4 6.4) scale(0.6)')

const browser = await chromium.launch({
  executablePath: process.env.KAMAR_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

async function draw(svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 })
  const ground = svg === mark ? 'transparent' : paper
  await page.setContent(`<style>body{margin:0;background:${ground}}svg{display:block;width:100vw}</style>${svg}`)
  const screenshot = await page.screenshot({ omitBackground: true })
  await page.close()
  return screenshot
}

/** Packs images of several sizes into one Windows icon file: a table of offsets, then the unchanged PNG files. */
function asIconFile(screenshots) {
  const [headerBytes, rowBytes] = [6, 16]
  const table = Buffer.alloc(headerBytes + rowBytes * screenshots.length)
  table.writeUInt16LE(1, 2)
  table.writeUInt16LE(screenshots.length, 4)
  let offset = table.length
  screenshots.forEach(({ size, bytes }, at) => {
    const row = headerBytes + rowBytes * at
    table.writeUInt8(size, row)
    table.writeUInt8(size, row + 1)
    table.writeUInt16LE(1, row + 4)
    table.writeUInt16LE(32, row + 6)
    table.writeUInt32LE(bytes.length, row + 8)
    table.writeUInt32LE(offset, row + 12)
    offset += bytes.length
  })
  return Buffer.concat([table, ...screenshots.map(({ bytes }) => bytes)])
}

for (const [name, svg, size] of [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['icon-maskable-192', full, 192],
  ['icon-maskable-512', full, 512],
  ['icon-touch-180', full.replace('translate(6.4 6.4) scale(0.6)', 'translate(3.2 3.2) scale(0.8)'), 180],
])
  writeFileSync(`${folder}${name}.png`, await draw(svg, size))
const small = []
for (const size of [16, 32, 48]) small.push({ size, bytes: await draw(mark, size) })
writeFileSync(`${folder}favicon.ico`, asIconFile(small))
await browser.close()
