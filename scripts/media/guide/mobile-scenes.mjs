import { openModel, settle } from '../screenshots.mjs'
import { clickButtons } from './page-parts.mjs'

async function listFiles(page, { address }) {
  await page.goto(`${address}/home`)
  await page.getByText('Arcade House.ifc').locator('visible=true').first().waitFor()
  await settle(page)
}

async function openTools(page, stage) {
  await openModel(page, stage, 'Arcade House.ifc')
  await clickButtons(page, 'Tools')
}

async function readDrawing(page, stage) {
  const urn = encodeURIComponent(stage.getUrn('Arcade House, ground floor.dwg'))
  await page.goto(`${stage.address}/ViewerPage?urn=${urn}`)
  await page.getByRole('img', { name: /^Drawing/ }).waitFor()
  await settle(page)
}

/** Guide scenes on a phone. */
export const mobileScenes = [
  { name: 'phone-files', show: listFiles },
  { name: 'phone-tools', show: openTools },
  { name: 'phone-drawing', show: readDrawing },
]
