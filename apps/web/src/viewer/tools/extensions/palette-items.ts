import { type Button, ComboButton, type DockingPanel, type PaletteItem } from '@kamar/extensions'
import type { Context } from '../../kit/tool.js'
import type { HostState } from './extension-host.js'

/** Returns the panels and buttons of the running extensions. */
export function getExtensionPaletteItems({ control: { runtime }, t }: Context<HostState>): readonly PaletteItem[] {
  if (!runtime) return []
  const { ui } = runtime.api
  const buttons = ui.toolBar.groups.flatMap(({ controls }) => controls).flatMap(withInner)
  const ofPanel = (panel: DockingPanel): PaletteItem => ({
    id: `panel-${panel.id}`,
    name: t('commands.openPanel', { name: panel.title }),
    note: t('extensions.title'),
    group: 'places',
    run: () => panel.setVisible(true),
  })
  const ofButton = (button: Button): PaletteItem => ({
    id: `extension-${button.id}`,
    name: button.label,
    note: t('extensions.title'),
    group: 'places',
    run: () => button.click(),
  })
  return [...ui.panels.map(ofPanel), ...buttons.filter(isAvailable).map(ofButton)]
}

const withInner = (button: Button): readonly Button[] => (button instanceof ComboButton ? button.buttons : [button])

const isAvailable = (button: Button): boolean => button.isVisible() && button.getState() !== 'disabled'
