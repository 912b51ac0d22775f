import type { ParseKeys } from 'i18next'
import type { KeyChord } from './key-chord.js'

/** Headings of the list of commands, in order; texts under `commands.group.`. */
export const commandGroups = ['general', 'panels', 'camera', 'elements', 'tools', 'measure', 'together'] as const
type CommandGroup = (typeof commandGroups)[number]

/** An action that the user can trigger by name or by keys. */
export interface CommandDefinition {
  readonly id: string
  readonly text: ParseKeys
  readonly group: CommandGroup
  /** Default keys. */
  readonly keys: readonly KeyChord[]
  /** `picture`: keys only while the model has the focus; `fields`: also while the user types. */
  readonly scope?: 'picture' | 'fields'
}

const general = [
  { id: 'palette', text: 'commands.palette', group: 'general', keys: ['Mod+KeyK'], scope: 'fields' },
  { id: 'shortcuts', text: 'commands.shortcuts', group: 'general', keys: ['?', 'F1'] },
  { id: 'undo', text: 'undo', group: 'general', keys: ['Mod+KeyZ'] },
  { id: 'redo', text: 'redo', group: 'general', keys: ['Mod+KeyY', 'Mod+Shift+KeyZ'] },
  { id: 'fullscreen', text: 'viewer.fullscreen', group: 'general', keys: [] },
  { id: 'screenshot', text: 'viewer.screenshot', group: 'general', keys: [] },
  { id: 'toFiles', text: 'viewer.home', group: 'general', keys: [] },
] as const satisfies readonly CommandDefinition[]

const panels = [
  { id: 'models', text: 'viewer.models', group: 'panels', keys: [] },
  { id: 'together', text: 'together.title', group: 'panels', keys: [] },
  { id: 'tree', text: 'tree.title', group: 'panels', keys: ['KeyT'] },
  { id: 'search', text: 'search.title', group: 'panels', keys: ['/'] },
  { id: 'filter', text: 'filter.title', group: 'panels', keys: [] },
  { id: 'colors', text: 'colors.title', group: 'panels', keys: [] },
  { id: 'views', text: 'views.title', group: 'panels', keys: ['KeyV'] },
  { id: 'compare', text: 'compare.title', group: 'panels', keys: [] },
  { id: 'navigate', text: 'viewer.navigate', group: 'panels', keys: ['KeyN'] },
  { id: 'extensions', text: 'extensions.title', group: 'panels', keys: [] },
  { id: 'sheet.list', text: 'sheets.title', group: 'panels', keys: [] },
  { id: 'properties', text: 'properties.title', group: 'panels', keys: ['KeyP'] },
  { id: 'report', text: 'report.title', group: 'panels', keys: [] },
] as const satisfies readonly CommandDefinition[]

const camera = [
  { id: 'fit', text: 'viewer.fit', group: 'camera', keys: ['KeyF'] },
  { id: 'zoomTo', text: 'commands.zoomTo', group: 'camera', keys: ['KeyZ'] },
  { id: 'home', text: 'viewer.cube.home', group: 'camera', keys: ['Home'], scope: 'picture' },
  { id: 'reset', text: 'viewer.reset', group: 'camera', keys: [] },
  { id: 'projection', text: 'commands.projection', group: 'camera', keys: ['KeyO'] },
  { id: 'front', text: 'viewer.cube.front', group: 'camera', keys: ['Digit1'] },
  { id: 'back', text: 'viewer.cube.back', group: 'camera', keys: ['Digit2'] },
  { id: 'left', text: 'viewer.cube.left', group: 'camera', keys: ['Digit3'] },
  { id: 'right', text: 'viewer.cube.right', group: 'camera', keys: ['Digit4'] },
  { id: 'top', text: 'viewer.cube.top', group: 'camera', keys: ['Digit5'] },
  { id: 'bottom', text: 'viewer.cube.bottom', group: 'camera', keys: ['Digit6'] },
  { id: 'zoomIn', text: 'commands.zoomIn', group: 'camera', keys: ['+', '='], scope: 'picture' },
  { id: 'zoomOut', text: 'commands.zoomOut', group: 'camera', keys: ['-'], scope: 'picture' },
  { id: 'orbitLeft', text: 'commands.orbitLeft', group: 'camera', keys: ['ArrowLeft'], scope: 'picture' },
  { id: 'orbitRight', text: 'commands.orbitRight', group: 'camera', keys: ['ArrowRight'], scope: 'picture' },
  { id: 'orbitUp', text: 'commands.orbitUp', group: 'camera', keys: ['ArrowUp'], scope: 'picture' },
  { id: 'orbitDown', text: 'commands.orbitDown', group: 'camera', keys: ['ArrowDown'], scope: 'picture' },
  { id: 'panLeft', text: 'commands.panLeft', group: 'camera', keys: ['Shift+ArrowLeft'], scope: 'picture' },
  { id: 'panRight', text: 'commands.panRight', group: 'camera', keys: ['Shift+ArrowRight'], scope: 'picture' },
  { id: 'panUp', text: 'commands.panUp', group: 'camera', keys: ['Shift+ArrowUp'], scope: 'picture' },
  { id: 'panDown', text: 'commands.panDown', group: 'camera', keys: ['Shift+ArrowDown'], scope: 'picture' },
  { id: 'walk', text: 'navigate.mode.walk', group: 'camera', keys: ['KeyW'] },
  { id: 'fly', text: 'navigate.mode.fly', group: 'camera', keys: [] },
  { id: 'zoomWindow', text: 'navigate.mode.zoom-window', group: 'camera', keys: ['KeyB'] },
] as const satisfies readonly CommandDefinition[]

const elements = [
  { id: 'select', text: 'viewer.select', group: 'elements', keys: [] },
  { id: 'clearSelection', text: 'commands.clearSelection', group: 'elements', keys: ['Escape'], scope: 'picture' },
  { id: 'hide', text: 'viewer.hide', group: 'elements', keys: ['KeyH'] },
  { id: 'isolate', text: 'viewer.isolate', group: 'elements', keys: ['KeyI'] },
  { id: 'ghost', text: 'viewer.ghost', group: 'elements', keys: ['KeyG'] },
  { id: 'showAll', text: 'viewer.showAll', group: 'elements', keys: ['KeyA'] },
] as const satisfies readonly CommandDefinition[]

const tools = [
  { id: 'section', text: 'viewer.section', group: 'tools', keys: ['KeyX'] },
  { id: 'sectionX', text: 'section.x', group: 'tools', keys: [] },
  { id: 'sectionY', text: 'section.y', group: 'tools', keys: [] },
  { id: 'sectionZ', text: 'section.z', group: 'tools', keys: [] },
  { id: 'sectionFace', text: 'section.face', group: 'tools', keys: [] },
  { id: 'sectionPoints', text: 'section.points', group: 'tools', keys: [] },
  { id: 'sectionBox', text: 'section.box', group: 'tools', keys: [] },
  { id: 'markup', text: 'viewer.markup', group: 'tools', keys: ['KeyD'] },
  { id: 'look.edges', text: 'look.edges', group: 'tools', keys: [] },
  { id: 'look.ambientOcclusion', text: 'look.ambientOcclusion', group: 'tools', keys: [] },
  { id: 'look.sky', text: 'look.sky', group: 'tools', keys: [] },
  { id: 'look.shadows', text: 'look.shadows', group: 'tools', keys: [] },
  { id: 'sheet.darkPaper', text: 'sheets.darkPaper', group: 'tools', keys: [] },
  { id: 'sheet.plottedWeights', text: 'sheets.plottedWeights', group: 'tools', keys: [] },
  { id: 'sheet.clear', text: 'sheets.clear', group: 'tools', keys: [] },
  { id: 'compare.next', text: 'compare.next', group: 'tools', keys: ['.'] },
  { id: 'compare.previous', text: 'compare.previous', group: 'tools', keys: [','] },
  { id: 'nested', text: 'viewer.nestedViewer', group: 'tools', keys: [] },
  { id: 'ar', text: 'viewer.ar', group: 'tools', keys: [] },
] as const satisfies readonly CommandDefinition[]

const measure = [
  { id: 'measure', text: 'viewer.measure', group: 'measure', keys: ['KeyM'] },
  { id: 'measure.distance', text: 'measure.kind.distance', group: 'measure', keys: [] },
  { id: 'measure.chain', text: 'measure.kind.chain', group: 'measure', keys: [] },
  { id: 'measure.perpendicular', text: 'measure.kind.perpendicular', group: 'measure', keys: [] },
  { id: 'measure.point', text: 'measure.kind.point', group: 'measure', keys: [] },
  { id: 'measure.angle', text: 'measure.kind.angle', group: 'measure', keys: [] },
  { id: 'measure.slope', text: 'measure.kind.slope', group: 'measure', keys: [] },
  { id: 'measure.area', text: 'measure.kind.area', group: 'measure', keys: [] },
  { id: 'measure.face', text: 'measure.kind.face', group: 'measure', keys: [] },
  { id: 'measure.volume', text: 'measure.kind.volume', group: 'measure', keys: [] },
  { id: 'measure.radius', text: 'measure.kind.radius', group: 'measure', keys: [] },
] as const satisfies readonly CommandDefinition[]

const collaboration = [
  { id: 'topics', text: 'topics.title', group: 'together', keys: ['KeyC'] },
  { id: 'newTopic', text: 'topics.newHere', group: 'together', keys: [] },
  { id: 'share', text: 'share.button', group: 'together', keys: [] },
] as const satisfies readonly CommandDefinition[]

const all = [...general, ...panels, ...camera, ...elements, ...tools, ...measure, ...collaboration] as const

export type CommandId = (typeof all)[number]['id']

/**
 * All commands of the product. A page declares the available ones and their actions with `useCommands`; the list of
 * keys, the palette and the settings are generated from this table. A new page adds its rows here.
 */
export const commandDefinitions: readonly (CommandDefinition & { readonly id: CommandId })[] = all
