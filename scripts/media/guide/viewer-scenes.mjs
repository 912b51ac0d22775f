import { openModel, settle } from '../screenshots.mjs'
import { panel, park, clickButtons } from './page-parts.mjs'

const house = 'Arcade House.ifc'
const drawing = 'Arcade House, ground floor.dwg'

async function cutHouse(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Section', 'Horizontal plane')
  const position = panel(page, 'Section').getByLabel('Position (m)')
  await position.fill('5.6')
  await position.press('Enter')
  await panel(page, 'Section')
    .getByText(/^Total/)
    .waitFor()
  await settle(page)
  await park(page)
}

async function measureHouse(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Measure', 'Distance')
  await page.mouse.click(650, 160)
  await page.mouse.click(652, 362)
  await clickButtons(page, 'Laser')
  await page.mouse.click(848, 245)
  await panel(page, 'Measurements').getByText('2.', { exact: false }).first().waitFor()
  await park(page)
}

/** Types into a combobox and takes the text. */
async function choose(combobox, text) {
  await combobox.fill(text)
  await combobox.press('Enter')
}

async function filterHouse(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Filter', 'Add condition')
  const filter = panel(page, 'Filter')
  await choose(filter.getByRole('combobox', { name: 'Property' }), 'Class')
  await choose(filter.getByRole('combobox', { name: 'Value' }), 'IfcWindow')
  await clickButtons(page, 'Add condition')
  await choose(filter.getByRole('combobox', { name: 'Property' }).nth(1), 'Storey')
  await choose(filter.getByRole('combobox', { name: 'Value' }).nth(1), 'Second floor')
  await filter.getByText(/^\d+ elements?$/).waitFor()
  await filter.getByRole('button', { name: 'Ghost others', exact: true }).click()
  await park(page)
}

async function colorHouse(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Colours')
  await choose(panel(page, 'Colours').getByRole('combobox', { name: 'Property' }), 'Class')
  await panel(page, 'Colours').getByText('IfcWindow').waitFor()
  await park(page)
}

async function showPlan(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Navigation')
  await panel(page, 'Navigation')
    .getByRole('button', { name: /^Ground floor/ })
    .click()
  await park(page)
}

async function openSecondView(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Nested viewer', 'Third floor')
  await page.getByRole('dialog', { name: 'Nested viewer' }).getByText('Loading model...').waitFor({ state: 'hidden' })
  await park(page)
}

async function joinModels(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'Combine models', 'Add House in Dilijan.ifc')
  await panel(page, 'Combine models').getByRole('button', { name: 'Hide House in Dilijan.ifc' }).waitFor()
  await clickButtons(page, 'Align House in Dilijan.ifc')
  const x = panel(page, 'Combine models').getByLabel('X, m')
  await x.fill('-16')
  await x.press('Enter')
  await panel(page, 'Combine models').getByText('Adding…').waitFor({ state: 'detached' })
  await panel(page, 'Combine models').getByRole('button', { name: 'Show all' }).click()
  await park(page)
}

async function compareModels(page, stage) {
  await openModel(page, stage, 'House in Dilijan.ifc')
  await clickButtons(page, 'Compare')
  const changes = panel(page, 'Compare').getByRole('list', { name: 'Changes' })
  await changes.getByRole('button').filter({ hasText: 'properties' }).first().click()
  await panel(page, 'Properties').getByText('Changes since version 1').waitFor()
  await clickButtons(page, 'Home view')
  await park(page)
}

async function compareDrawings(page, stage) {
  await page.goto(`${stage.address}/ViewerPage?urn=${encodeURIComponent(stage.getUrn(drawing))}`)
  await page.getByRole('img', { name: /^Drawing/ }).waitFor()
  await clickButtons(page, 'Compare')
  await panel(page, 'Compare').getByRole('list', { name: 'Changes' }).waitFor()
  await park(page)
}

async function findCommand(page, stage) {
  await openModel(page, stage, house)
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('window')
  await settle(page)
}

async function showAugmentedReality(page, stage) {
  await openModel(page, stage, house)
  await clickButtons(page, 'AR')
  const dialog = page.getByRole('dialog', { name: 'Augmented reality' })
  await dialog.getByRole('button', { name: 'This model' }).click()
  await page.getByText(/^This device doesn’t support augmented reality/).waitFor({ timeout: 60_000 })
  await settle(page)
}

/** Guide scenes of the viewer. */
export const viewerScenes = [
  { name: 'section', show: cutHouse },
  { name: 'measure', show: measureHouse },
  { name: 'filter', show: filterHouse },
  { name: 'colours', show: colorHouse },
  { name: 'storey-plan', show: showPlan },
  { name: 'nested-viewer', show: openSecondView },
  { name: 'several-models', show: joinModels },
  { name: 'compare', show: compareModels },
  { name: 'compare-drawings', show: compareDrawings },
  { name: 'commands', show: findCommand },
  { name: 'augmented-reality', show: showAugmentedReality },
]
