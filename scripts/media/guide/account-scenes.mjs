import { openModel, settle } from '../screenshots.mjs'

const toPage =
  (path, text) =>
  async (page, { address }) => {
    await page.goto(address + path)
    await page.getByText(text).first().waitFor()
    await settle(page)
  }

async function showDevice(page, stage) {
  await openModel(page, stage, 'Arcade House.ifc')
  const other = await page.context().newPage()
  // Models are stored for offline use some seconds after they have been drawn.
  do {
    await other.goto(`${stage.address}/on-this-device`)
    await other.getByText(/Remove all|No models saved/).waitFor()
  } while (!(await other.getByText('Remove all').isVisible()))
  await page.goto(`${stage.address}/on-this-device`)
  await page.getByText('Remove all').waitFor()
  await settle(page)
}

/** Guide scenes of the account and the administration. */
export const accountScenes = [
  { name: 'on-this-device', show: showDevice },
  { name: 'administration', show: toPage('/AdminPage', 'User Applications'), isForAdministrator: true },
]
