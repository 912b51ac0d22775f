import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

/*
 * Draws the icons of the installed application from the mark: `node scripts/application-icons.mjs`. A maskable icon fills
 * its square, with the mark inside the circle of 80 % that every shape of mask leaves; the others have the mark's corners.
 */

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
const mark = readFileSync(`${folder}mark.svg`, 'utf8')
const paper = '#f7f4ef'
const full = mark.replace(/ rx="\d+"/, '').replace('translate(3.2 3.2) scale(0.8)', 'translate(6.4 6.4) scale(0.6)')

const browser = await chromium.launch({
  executablePath: process.env.KAMAR_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const [name, svg, size] of [
  ['icon-192', mark, 192],
  ['icon-512', mark, 512],
  ['icon-maskable-192', full, 192],
  ['icon-maskable-512', full, 512],
  ['icon-touch-180', full.replace('translate(6.4 6.4) scale(0.6)', 'translate(3.2 3.2) scale(0.8)'), 180],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, deviceScaleFactor: 1 })
  const ground = svg === mark ? 'transparent' : paper
  await page.setContent(`<style>body{margin:0;background:${ground}}svg{display:block;width:100vw}</style>${svg}`)
  writeFileSync(`${folder}${name}.png`, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
