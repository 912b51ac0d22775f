import type { CommandTarget, ToolDescriptor, ToolSurface } from './descriptor.js'
import type { ViewerSession } from './viewer-session.js'

/** Reason why a command is unavailable. */
export type UnavailableReason =
  | 'model'
  | 'selection'
  | 'hidden'
  | 'drawing'
  | 'rights'
  | 'file'
  | 'undo'
  | 'view'
  | 'report'

/** What the parts of a tool are given: the open document, and the state of the tool itself. */
export interface ToolContext<Control, Session extends ViewerSession = ViewerSession> {
  readonly session: Session
  readonly control: Control
}

/** Implementation of a command. */
export interface ToolAction<Context> {
  /** Runs the command; `at` is the point of the context menu. */
  run(context: Context, at?: CommandTarget | null): unknown
  /** Returns whether it is offered; always by default. */
  when?(context: Context): boolean
  /** Returns the reason why it is unavailable; null when it is available. */
  disabled?(context: Context): UnavailableReason | null
  isOn?(context: Context): boolean
  /** Returns the label of its button; by default the command's name. */
  text?(context: Context): string
}

/**
 * Use of the pointer by a tool. One activity of each group runs at a time: another one stops it. While a tool draws, the
 * commands of all others are unavailable.
 */
export interface Activity {
  readonly group: 'pick' | 'move' | 'draw'
  /** Codes of keys that trigger no commands meanwhile. */
  readonly reservedKeys?: ReadonlySet<string>
  readonly stop: () => void
}

/** Something that alters the view, as a chip over the model. */
export interface ViewChip {
  readonly id: string
  readonly text: string
  /** What is displayed while it is shown; by default that of the tool. */
  readonly surface?: ToolSurface
  /** Ids of chips, also of other tools, that are not shown beside it: it is the cause of what they name. */
  readonly replaces?: readonly string[]
  /** Ends the alteration, as one step that can be undone. */
  readonly remove: () => void
  /** For what can also be hidden without removing it. */
  readonly visibility?: {
    readonly isVisible: boolean
    /** Label of the button. */
    readonly label: string
    readonly toggle: () => void
  }
  /** A button with a text, for what is not in sight now. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Group of the palette; `places` are sheets and extensions. */
export type PaletteGroup = 'commands' | 'elements' | 'files' | 'views' | 'issues' | 'places'

/** An item of the open document that the palette can open, in addition to commands. */
export interface PaletteItem {
  readonly id: string
  readonly name: string
  readonly note: string
  /** Heading of its group. */
  readonly group: PaletteGroup
  /** Other words that it is found by. */
  readonly synonyms?: readonly string[]
  readonly run: () => void
}

/** Content of a view that renders itself into an element of the page while it is open; returns a function that ends it. */
export interface MountedContent<Context> {
  mount(element: HTMLElement, context: Context): () => void
}

interface ViewBase<Context, Content> {
  readonly id: string
  /** Position among the views of the slot. */
  readonly order: number
  /** What is displayed while it is offered; by default that of the tool. */
  readonly surface?: ToolSurface
  readonly content: Content
  /** Returns whether the view is offered; always by default. */
  when?(context: Context): boolean
}

/** Part of the interface in a slot of the page, or `in:` another view. */
export type ToolView<Context, Content, Icon> = ViewBase<Context, Content> &
  (
    | {
        readonly slot: 'panel' | 'inspector'
        /** Key of its title. */
        readonly title: string
        /** Key of the title where there is little space; by default the title. */
        readonly shortTitle?: string
        readonly icon?: Icon
        /** True for a panel with a button in the rail. */
        readonly rail?: true
        /** True for a panel with a button in the bar of a phone. */
        readonly isInPhoneBar?: true
        /** True for a panel that opens and closes with its tool: the page does not reopen it. */
        readonly isTransient?: true
      }
    | {
        readonly slot: 'bar'
        /** `tools`: the view replaces the toolbar as well. */
        readonly covers?: 'tools'
      }
    | {
        readonly slot: 'floating'
        /** Returns the title of its frame; content with a frame of its own has none. */
        getTitle?(context: Context): string
      }
    | { readonly slot: 'dialog' | 'overlay' | 'surface' | `in:${string}` }
  )

/** A tool of the viewer: its commands, its views, and the state that outlives its panels. */
export interface ViewerTool<Context, Content = MountedContent<Context>, Icon = { readonly path: string }> {
  readonly descriptor: ToolDescriptor
  /** Implementations by command id. */
  readonly actions: Readonly<Record<string, ToolAction<Context> & { readonly icon?: Icon }>>
  readonly views?: readonly ToolView<Context, Content, Icon>[]
  /** Returns the panel that an address opens at first; null for none. */
  firstPanel?(search: URLSearchParams, page: { readonly isNarrow: boolean }): string | null
  activity?(context: Context): Activity | null
  /** Returns what the tool alters in the view of the model now. */
  chips?(context: Context): readonly ViewChip[]
  /** Returns what the tool currently shows, for screen readers. */
  describe?(context: Context): string
}
