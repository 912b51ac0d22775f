import type { CommandDescriptor, CommandGroup } from '@kamar/extensions'
import type { ParseKeys } from 'i18next'
import type { KeyChord } from './key-chord.js'
import { toolDescriptors } from '../../viewer/generated/descriptors.js'

/** Headings of the list of commands, in order; texts under `commands.group.`. */
export const commandGroups: readonly CommandGroup[] = [
  'general',
  'panels',
  'camera',
  'elements',
  'tools',
  'measure',
  'together',
]

export type CommandId = (typeof toolDescriptors)[number]['commands'][number]['id']

/** A command of the product. */
export interface CommandDefinition extends CommandDescriptor {
  readonly id: CommandId
  readonly text: ParseKeys
  readonly keys: readonly KeyChord[]
}

const all = toolDescriptors.flatMap(({ commands }) =>
  commands.map((command): CommandDefinition => ({ keys: [], ...command })),
)

/**
 * All commands of the product, by group: those of the viewer's tools. A page declares the available ones and their
 * actions with `useCommands`; the list of keys, the palette and the settings are generated from this table.
 */
export const commandDefinitions: readonly CommandDefinition[] = commandGroups.flatMap((group) =>
  all.filter((command) => command.group === group),
)
