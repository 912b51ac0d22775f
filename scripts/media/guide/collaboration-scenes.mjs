import { openModel, settle } from '../screenshots.mjs'
import { colleague } from './prepare.mjs'
import { panel, park, clickButtons } from './page-parts.mjs'

const house = 'Arcade House.ifc'

async function shareFile(page, { address }) {
  await page.goto(`${address}/home`)
  await page.getByRole('row').filter({ hasText: house }).hover()
  await page.getByRole('button', { name: `Share ${house}` }).click()
  const dialog = page.getByRole('dialog', { name: `Share ${house}` })
  await dialog.getByText(colleague.email).waitFor()
  await dialog.getByRole('button', { name: 'New link' }).click()
  await settle(page)
}

async function drawOverView(page, stage) {
  await openModel(page, stage, house)
  await page.mouse.click(761, 241)
  await clickButtons(page, 'Markup')
  const bar = page.getByRole('toolbar', { name: 'Markup' })
  await bar.getByRole('button', { name: 'Revision cloud' }).click()
  await drag(page, [545, 225], [735, 345])
  await bar.getByRole('button', { name: 'Arrow' }).click()
  await drag(page, [440, 215], [538, 275])
  await settle(page)
}

async function drag(page, from, to) {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

async function writeIssue(page, stage) {
  await drawOverView(page, stage)
  await page.getByRole('toolbar', { name: 'Markup' }).getByRole('button', { name: 'New issue' }).click()
  const issues = panel(page, 'Issues')
  await issues.getByLabel('Title').fill('Water stains below the cornice')
  await issues.getByLabel('Description').fill('Check the flashing before the scaffold is taken down.')
  await issues.getByLabel('Assigned to').selectOption({ label: colleague.name })
  await issues.getByRole('button', { name: 'Create issue' }).click()
  await issues.getByRole('heading', { name: 'Water stains below the cornice' }).waitFor()
  await park(page)
}

async function listIssues(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Issues')
  await panel(page, 'Issues').getByText('Handrail of the tower is missing').waitFor()
  await park(page)
}

/** Guide scenes of collaboration. */
export const collaborationScenes = [
  { name: 'share', show: shareFile },
  { name: 'issue', show: writeIssue },
  { name: 'issues', show: listIssues },
]
