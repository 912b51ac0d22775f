import type { CommandButton, CommandDescriptor, ToolbarKind } from '@kamar/extensions'
import type { ParseKeys } from 'i18next'
import type { CommandId } from '../../platform/commands/definitions.js'
import { type Action, type Context, type Icon, isOnSurface } from '../kit/tool.js'
import { useTools } from '../kit/tools-context.js'

/** A command as a button or an item of a menu. */
export interface CommandItem {
  readonly id: CommandId
  readonly label: string
  readonly icon: Icon | undefined
  readonly isActive: boolean
  readonly disabled: boolean
  readonly command: CommandDescriptor
}

const ownGroups: readonly CommandButton['group'][] = ['elements', 'view', 'analysis', 'window']

/** Returns the buttons of the toolbar in groups. */
export function useButtons(bar: ToolbarKind): readonly (readonly CommandItem[])[] {
  const items = useItems().flatMap((item) => {
    const { button } = item.command
    return button && (button.on?.includes(bar) ?? bar !== 'extensions') ? [{ item, ...button }] : []
  })
  return [...new Set([...ownGroups, ...items.map(({ group }) => group)])]
    .map((name) =>
      items
        .filter(({ group }) => group === name)
        .sort((one, other) => one.order - other.order)
        .map(({ item }) => item),
    )
    .filter((buttons) => buttons.length > 0)
}

/** Returns the items of the context menu of the canvas, in order. */
export function useMenuItems(): readonly CommandItem[] {
  return useItems()
    .filter(({ command }) => command.menuOrder !== undefined)
    .sort((one, other) => (one.command.menuOrder ?? 0) - (other.command.menuOrder ?? 0))
}

/** Returns all commands, except those that are never available for this document. */
function useItems(): readonly CommandItem[] {
  return useTools().flatMap(({ tool, context }) =>
    tool.descriptor.commands
      .filter((command) => isOnSurface(tool, command, context.session))
      .flatMap((command) => toItem(command, tool.actions[command.id], context) ?? []),
  )
}

function toItem(command: CommandDescriptor, action: Action<unknown> | undefined, context: Context<unknown>) {
  const unavailableReason = action?.disabled?.(context) ?? null
  if (!action || action.when?.(context) === false || unavailableReason === 'rights' || unavailableReason === 'file')
    return null
  const name: ParseKeys = command.text as ParseKeys
  return {
    id: command.id as CommandId,
    label: action.text?.(context) ?? context.t(name),
    icon: action.getIcon?.(context) ?? action.icon,
    isActive: action.isOn?.(context) ?? false,
    disabled: unavailableReason !== null,
    command,
  } satisfies CommandItem
}
