import type { PaletteItem, ToolContext, ToolDescriptor, ToolSurface, ViewerTool } from '@kamar/extensions'
import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import { type Context as ReactContext, createContext, type ReactNode } from 'react'
import type { Session } from '../session/session.js'
import type { StateMappers } from './viewpoints/tool-coordinates.js'
import type { LayoutView } from '../session/layout/use-layout.js'

/** What the parts of a tool are given. */
export interface Context<Control> extends ToolContext<Control, Session> {
  readonly t: TFunction
}

/** Content of a view. */
interface Content<Control> {
  component(this: void, context: Context<Control>): ReactNode
  /** Renders a mark after the title of the view's tab. */
  badge?(this: void, context: Context<Control>): ReactNode
}

interface WebTool<Control> extends Omit<ViewerTool<Context<Control>, Content<Control>, LucideIcon>, 'actions'> {
  /** Provides the state that outlives the tool's panels. */
  useControl?(this: void, session: Session): Control
  /** Converts the states in which its extensions are saved to other coordinates, by the extension's id. */
  readonly stateMappers?: StateMappers
  /** Returns what the palette finds for a text; runs only while the palette is open. */
  usePaletteItems?(this: void, context: Context<Control>, query: string): readonly PaletteItem[]
}

type CommandOf<Descriptor extends ToolDescriptor> = Descriptor['commands'][number]['id']

/** A tool as its module defines it; components may provide the commands that `actions` omits. */
interface ToolDefinition<Descriptor extends ToolDescriptor, Control> extends WebTool<Control> {
  readonly descriptor: Descriptor
  readonly actions: { readonly [Id in CommandOf<Descriptor>]?: Action<Control> }
}

/** Implementation of a command on the page. */
export type Action<Control> = ViewerTool<Context<Control>, unknown, LucideIcon>['actions'][string] & {
  /** Returns the icon of its button, where that depends on the state. */
  getIcon?(context: Context<Control>): LucideIcon
}

/** A tool of the viewer page. */
export interface Tool extends Omit<WebTool<unknown>, 'useControl' | 'usePaletteItems'> {
  readonly useControl: (session: Session) => unknown
  readonly usePaletteItems: (context: Context<unknown>, query: string) => readonly PaletteItem[]
  readonly descriptor: ToolDescriptor
  readonly actions: Readonly<Record<string, Action<unknown>>>
  readonly context: ReactContext<Context<unknown> | null>
}

/** Returns whether a command or a view of a tool belongs to what is displayed. */
export const isOnSurface = (
  tool: Pick<Tool, 'descriptor'>,
  { surface = tool.descriptor.surface }: { readonly surface?: ToolSurface },
  { drawing }: Pick<Session, 'drawing'>,
): boolean => surface === 'both' || surface === (drawing.isShown ? 'sheet' : 'model')

/** A view of a tool. */
export type View = NonNullable<Tool['views']>[number]

/** Returns how the views of tools open. */
export const listLayoutViews = (tools: readonly Tool[]): readonly LayoutView[] =>
  tools.flatMap(({ descriptor, views = [] }) =>
    views.map((view) => ({
      id: view.id,
      slot: view.slot,
      surface: view.surface ?? descriptor.surface,
      isTransient: 'isTransient' in view && view.isTransient,
    })),
  )

/** Defines a tool of the viewer page; `npm run index` adds it to the list of tools. */
export function defineTool<const Descriptor extends ToolDescriptor, Control = null>(
  definition: ToolDefinition<Descriptor, Control>,
): Tool {
  return {
    useControl: () => null,
    usePaletteItems: () => [],
    ...(definition as unknown as Omit<Tool, 'context' | 'useControl' | 'usePaletteItems'>),
    context: createContext<Context<unknown> | null>(null),
  }
}
