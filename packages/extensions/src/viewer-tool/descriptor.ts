import type { PickResult, SheetTarget } from '@kamar/viewer'

/** What a command of the context menu is about: a point of the model, or of a sheet. */
export type CommandTarget = PickResult | SheetTarget

/** Heading under which a command is listed. */
export type CommandGroup = 'general' | 'panels' | 'camera' | 'elements' | 'tools' | 'measure' | 'together'

/** Toolbar of a model on a wide screen or on a phone, of a sheet on either, and of extensions. */
export type ToolbarKind = 'desktop' | 'phone' | 'sheet' | 'sheet-phone' | 'extensions'

/** Button of a command in the toolbar. */
export interface CommandButton {
  readonly group: 'elements' | 'view' | 'analysis' | 'window' | `extensions ${string}`
  /** Position in its group. */
  readonly order: number
  /** Key of what it does, in its tooltip. */
  readonly hint?: string
  /** Toolbars that have it; omitted: all but that of extensions. */
  readonly on?: readonly ToolbarKind[]
  /** True for what fingers do without a button: it is omitted on touchscreens. */
  readonly isForMouse?: true
}

/** An action that the user can trigger by name, by keys or by a button. */
export interface CommandDescriptor {
  readonly id: string
  /** Key of its name; a tool that is added by an extension names it in `text` of its action. */
  readonly text: string
  readonly group: CommandGroup
  /** Default keys: `Mod+KeyK`, `KeyX`, `?`; none if omitted. */
  readonly keys?: readonly string[]
  /** `canvas`: keys only while the model has the focus; `fields`: also while the user types. */
  readonly scope?: 'canvas' | 'fields'
  readonly button?: CommandButton
  /** Position in the context menu of the canvas; a new ten begins a new section. */
  readonly menuOrder?: number
  /** What is displayed while it is offered; by default that of the tool. */
  readonly surface?: ToolSurface
  /** True when it remains available while another tool draws. */
  readonly isAlwaysAvailable?: true
}

/** What is displayed while a tool is offered: a model, a sheet, or either. */
export type ToolSurface = 'model' | 'sheet' | 'both'

/** Metadata of a tool; loads no code. */
export interface ToolDescriptor {
  readonly id: string
  /** Position in lists of tools and of their commands. */
  readonly order: number
  readonly surface: ToolSurface
  /** `everyone` includes guests of a secret link; such a tool requests nothing but the files of the package. */
  readonly access: 'everyone' | 'member'
  readonly commands: readonly CommandDescriptor[]
}
