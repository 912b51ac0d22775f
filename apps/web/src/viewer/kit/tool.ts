import type {
  MountedContent,
  PaletteItem,
  ToolContext,
  ToolDescriptor,
  ToolSurface,
  ViewerTool,
} from '@kamar/extensions'
import type { TFunction } from 'i18next'
import type { LucideIcon } from 'lucide-react'
import { type Context as ReactContext, createContext, type ReactNode } from 'react'
import type { Session } from '../session/session.js'
import type { StateMappers } from './viewpoints/tool-coordinates.js'

/** What the parts of a tool are given. */
export interface Context<Control> extends ToolContext<Control, Session> {
  readonly t: TFunction
}

/** Content of a view: a component, or what renders itself, as extensions do. */
type Content<Control> =
  | MountedContent<Context<Control>>
  | {
      component(this: void, context: Context<Control>): ReactNode
      /** Renders a mark after the title of the view's tab. */
      badge?(this: void, context: Context<Control>): ReactNode
    }

/** Icon of a button: a component, or the outline that extensions give. */
export type Icon = LucideIcon | { readonly path: string }

interface WebTool<Control> extends Omit<ViewerTool<Context<Control>, Content<Control>, Icon>, 'actions'> {
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
export type Action<Control> = ViewerTool<Context<Control>, unknown, Icon>['actions'][string] & {
  /** Returns the icon of its button, where that depends on the state. */
  getIcon?(context: Context<Control>): Icon
}

/** A tool of the viewer page. */
export interface Tool extends Omit<WebTool<unknown>, 'useControl' | 'usePaletteItems'> {
  readonly useControl: (session: Session) => unknown
  readonly usePaletteItems: (context: Context<unknown>, query: string) => readonly PaletteItem[]
  readonly descriptor: ToolDescriptor
  readonly actions: Readonly<Record<string, Action<unknown>>>
  readonly context: ReactContext<Context<unknown> | null>
}

/** What the page reads of a tool, its own or one that an extension added. */
export type ShownTool = Pick<Tool, 'descriptor' | 'actions' | 'views' | 'activity' | 'chips' | 'describe'>

/** Returns whether a command or a view of a tool belongs to what is displayed. */
export const isOnSurface = (
  tool: Pick<ShownTool, 'descriptor'>,
  { surface = tool.descriptor.surface }: { readonly surface?: ToolSurface },
  { drawing }: Pick<Session, 'drawing'>,
): boolean => surface === 'both' || surface === (drawing.isShown ? 'sheet' : 'model')

/** A view of a tool. */
export type View = NonNullable<Tool['views']>[number]

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
